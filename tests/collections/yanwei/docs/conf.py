# -*- coding: utf-8 -*-
# 青檐牌社规则站的 Sphinx 配置。改版本号时请同时改 changelog.rst。

project = "檐规"
author = "青檐牌社规则组"
version = "4.2"
release = "4.2"
language = "zh_CN"

extensions = []
source_suffix = {".rst": "restructuredtext"}
exclude_patterns = ["_build", "legacy"]

html_title = "檐规 4.2"
html_show_sourcelink = False

# 每页开头都能用 :card: 标出卡名
rst_prolog = """
.. role:: card
"""

# 全站替换文本
rst_epilog = """
.. |ver| replace:: 《檐规》4.2 版
.. |eff| replace:: 2024 年 9 月 1 日
.. |desk| replace:: 登记台
.. |hj| replace:: 主裁判
.. |mail| replace:: guize@qingyan.example
"""
