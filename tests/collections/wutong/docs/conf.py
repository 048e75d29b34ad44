project = "梧桐决斗社规则站"
language = "zh_CN"
extensions = []
# :card: 只把卡名排成粗体，不做链接
rst_prolog = """
.. role:: card
   :class: card-name
"""
html_theme = "alabaster"
