# -*- coding: utf-8 -*-
# 云栖决斗社规则站 —— Sphinx 配置
# 维护：裁定组（站务：小满）  最后改动：2024-11-30

project = '云栖决斗社规则站'
author = '云栖决斗社裁定组'
copyright = '2019-2024, 云栖决斗社裁定组'
version = '6.2'
release = '6.2 (2024-11-30)'

language = 'zh_CN'
extensions = ['sphinx.ext.extlinks', 'sphinx.ext.ifconfig']
exclude_patterns = ['_build', 'caogao']
numfig = True
numfig_format = {'table': '表 %s'}

# :qa:`编号` 指向官方数据库的问答页，:jy:`年-月` 指向社内纪要扫描件
extlinks = {
    'qa': ('https://www.db.yugioh-card.com/yugiohdb/faq_search.action?ope=5&fid=%s',
           '官方Q&A %s'),
    'jy': ('https://yunqi-duel.example/jiyao/%s.pdf', '纪要 %s'),
}
extlinks_detect_hardcoded_links = False

rst_prolog = '''
.. role:: ka
   :class: kapian

.. role:: jiu
   :class: jiuwen

.. |本站| replace:: 云栖决斗社规则站
.. |裁定组| replace:: 云栖决斗社裁定组
.. |周赛| replace:: 周五夜赛
.. |月赛| replace:: 云栖月赛
.. |年赛| replace:: 年终杯
.. |灯| replace:: 灯火指示物
'''

html_theme = 'alabaster'
html_title = '云栖决斗社规则站 6.2'
html_last_updated_fmt = '%Y-%m-%d'
html_theme_options = {
    'description': '开局之前先看这里',
    'fixed_sidebar': True,
}
