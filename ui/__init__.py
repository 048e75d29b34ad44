"""The web page: widgets, words and colours. What thinks lives in `query` and `kb`.

`words` and `state` (language, URL), `engine` (what is opened once), `frame` (what stands around every page), `html`,
`verdict`, `cite`, `picture` (what pages are built of), `pages` (one module a page, each with `page()`).
"""
