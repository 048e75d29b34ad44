project = "听潮决斗社 规则站"
language = "zh_CN"
extensions = []
master_doc = "index"
html_theme = "alabaster"
