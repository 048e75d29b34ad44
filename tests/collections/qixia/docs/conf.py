# 栖霞规则站的 Sphinx 设置
project = "栖霞规则站"
author = "栖霞牌友会 裁定组"
language = "zh_CN"
extensions = ["sphinx.ext.extlinks"]
extlinks = {"qx": ("https://rules.qixia.example/r/%s", "裁定 %s")}
exclude_patterns = ["_gongyong"]


def setup(app):
    # :card:`渡津夜航` 在页面上显示成「渡津夜航」
    from docutils import nodes

    def card(name, rawtext, text, lineno, inliner, options=None, content=None):
        return [nodes.inline(rawtext, "「%s」" % text, classes=["card"])], []

    app.add_role("card", card)
