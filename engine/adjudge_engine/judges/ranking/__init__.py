"""Ranking contexts by relevance. It orders what is shown; it never gates a release.

`ranker` is what the pipeline calls, `rank` the ranking itself; `replies` reads a judge's score,
`given` the retriever's; `components` and `blend` are what else may count.
"""
