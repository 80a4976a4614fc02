"""Words that never tell two things apart: units, scales, the commonest verbs of instructions."""

from __future__ import annotations

from typing import Final

from adjudge_engine.numbers.reading.tables import word_list
from adjudge_engine.numbers.reading.units import SPELLINGS
from adjudge_engine.text.tokens import fold

_GENERIC: Final = word_list(
    "use using used apply wait place take add need make made get give given keep set put let mix "
    "cook bake heat cost costs price include includes including say says said show shows state "
    "states report reported call called go going come find found know known see seen become "
    "around about nearly almost approximately roughly estimated average total amount number "
    "percent percentage cent point points degree degrees hundred thousand thousands million "
    "millions billion billions trillion dozen euro euros dollar dollars pound pounds yen cent "
    "cents usd eur gbp time times long already typically usually generally additionally passage "
    "based provided answer question according first second third next last year years month day"
)
#: In the form that `text.tokens` folds words to.
COMMON_WORDS: Final = frozenset(fold(word) for word in [*_GENERIC, *SPELLINGS] if " " not in word)
