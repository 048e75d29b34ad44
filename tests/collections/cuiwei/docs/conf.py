# -*- coding: utf-8 -*-
# 翠微牌社规则站 —— 构建配置
project = "翠微规则站"
author = "翠微牌社裁定组"
copyright = "2019-2024, 翠微牌社"
version = "3.4"
release = "3.4"
language = "zh_CN"
root_doc = "index"
extensions = ["sphinx.ext.extlinks", "sphinx.ext.todo"]
exclude_patterns = ["_build"]
html_theme = "alabaster"
html_title = "翠微规则站"

# Q&A 编号以官方站为准；规则书用 2023 年印本的页码（纪要 2024-01 第 1 项）
extlinks = {
    "qa": ("https://ocg-qa.example/qa/%s", "Q&A %s"),
    "rb": ("https://ocg-rule.example/book2023/p%s", "规则书第 %s 页"),
}

rst_prolog = """
.. role:: card
.. role:: grade
.. |ver| replace:: 3.4
.. |upd| replace:: 2024-11-10
.. |lp| replace:: 基本分
.. |emz| replace:: 额外怪兽区
.. |ds| replace:: 伤害步骤
.. |cw| replace:: 翠微牌社
.. |a| replace:: :grade:`〔甲〕`
.. |b| replace:: :grade:`〔乙〕`
.. |c| replace:: :grade:`〔丙〕`
.. |d| replace:: :grade:`〔丁〕`
"""
