"""What a full stop may belong to without ending the sentence: abbreviations, months, titles.

Small lists of the languages we meet, written by hand; entries are lower case without the last
stop.
"""

from __future__ import annotations

from typing import Final


def words(text: str) -> frozenset[str]:
    """The words of a list written as running text."""
    return frozenset(text.split())


#: Something always follows these, so they never end a sentence.
NEVER_LAST: Final = words(
    """
    dr mr mrs ms mx prof rev hon st mt ft gen col maj capt cpt lt sgt cmdr adm gov sen rep pres
    messrs mmes supt e.g eg i.e ie cf viz vs v approx ca c incl excl esp resp wrt w.r.t a.k.a
    max avg est dept govt temp assn intl natl bzw bspw ggf gem inkl exkl mind evtl sog vgl z.b
    zb d.h dh u.a z.t s.o s.u zzgl abzgl hr fr frau hrn dipl ing mag geb verh tel i.d.r o.g u.u
    mme mlle env p.ex sra srta dra dña aprox sig sigg dott exmo bijv o.a m.b.t
    """
)

#: These never end a sentence when a number, a letter or a Roman numeral follows.
BEFORE_NUMBER: Final = words(
    """
    no nos nr nrn núm num nº n fig figs tab tbl eq eqs sec sect ch chap art arts par para p pp
    pg vol vols ed eds app ex ref refs abs abb kap ziff s bd rn cap pág pag item rev ver fn
    """
)

#: These may end a sentence; they do when a sentence's usual first word follows.
MAYBE_LAST: Final = words(
    """
    inc ltd co corp llc plc jr sr esq bros u.s u.k u.n e.u u.s.a d.c b.c a.d n.y l.a p.o al ibid
    u.ä o.ä ave blvd rd pkwy hwy jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues
    wed thu thurs fri sat sun a.b b.a m.a m.d b.s m.s j.d r.n q.v n.b p.s
    """
)

#: These may end a sentence too; they do when any capitalised word follows.
MAYBE_LAST_UNITS: Final = words(
    """
    a.m p.m am pm etc usw usf mio mrd bn mn tsd hrs hr min mins sec secs yrs yr wk wks lb lbs oz
    mg ml kg km mi mph cu gal pt qt tsp tbsp tbs wt
    """
)

#: Words that open a sentence far more often than they are part of a name.
STARTERS: Final = words(
    """
    the a an this that these those it its it's he she they we you i there here his her their our
    your my in on at for from with by of to as if when while where what which who how why after
    before during since until although though because but and or so however therefore moreover
    furthermore additionally also then thus hence other others some many most all both each
    every no not any one two three more another such under over between according unlike like
    please customers patients employees users only overall based given finally next first second
    der die das ein eine es er sie wir ihr ich im am auf für mit bei nach vor wenn als dies
    diese dieser dieses jedoch außerdem und oder aber le la les un une il elle ils elles nous
    vous ce cette ces dans en pour el los las una este esta estos lo gli o os um uma
    """
)

#: After a day ("3. März") or an ordinal of German and its neighbours ("2. Quartal").
AFTER_ORDINAL: Final = words(
    """
    januar jänner februar märz april mai juni juli august september oktober november dezember
    january february march may june july october december januari februari maart mei augustus
    mars augusti quartal halbjahr jahrhundert weltkrieg absatz stock platz klasse tag woche
    monat jahr auflage etage kapitel senat
    """
)

#: Finite verbs by which a piece between semicolons is taken for a clause of its own.
FINITE: Final = words(
    """
    is are was were be been has have had do does did can could may might must shall should will
    would isn't aren't wasn't weren't hasn't haven't don't doesn't didn't can't cannot won't
    it's there's he's she's they're we're you're needs requires contains includes remains
    applies means allows lets makes takes gives gets becomes became shows showed says said ist
    sind war waren wird werden hat haben hatte kann können muss müssen soll sollen darf dürfen
    gilt gelten est sont était sera a ont peut peuvent doit doivent es son era fue está están
    hay puede pueden debe deben tiene tienen è sono ha hanno può deve é são foi tem pode
    """
)

#: A clause that opens with one of these after a semicolon is independent whatever its verb.
CONNECTORS: Final = words(
    """
    however therefore moreover furthermore thus hence instead otherwise nevertheless nonetheless
    consequently meanwhile likewise similarly jedoch daher deshalb außerdem dennoch cependant
    toutefois donc
    """
)
