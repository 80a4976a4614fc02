"""Invented answers and contexts with what the dates gate should say, by kind and language."""

from __future__ import annotations

from typing import Final, NamedTuple


class Sample(NamedTuple):
    """An answer over contexts; `code` where one is clear, "" where only the outcome is."""

    outcome: str
    code: str
    answer: str
    contexts: tuple[str, ...]
    question: str | None = None


def _passing(*rows: tuple[str, str]) -> list[Sample]:
    return [Sample("pass", "", answer, (context,)) for answer, context in rows]


def _failing(*rows: tuple[str, str]) -> list[Sample]:
    return [Sample("fail", "", answer, (context,)) for answer, context in rows]


def _coded(outcome: str, code: str, *rows: tuple[str, str]) -> list[Sample]:
    return [Sample(outcome, code, answer, (context,)) for answer, context in rows]


SAME_DAY: Final = _passing(
    ("The kiln was relit on 07/08/2024.", "Kiln relit: 07/08/2024."),
    ("The kiln was relit on August 7, 2024.", "Kiln relit on 7 August 2024."),
    ("The kiln was relit on the 7th of August, 2024.", "Relit 2024-08-07."),
    ("The kiln was relit on the seventh of August 2024.", "Relit 2024-08-07."),
    ("The kiln was relit on 7 Aug 2024.", "Relit 20240807T060000Z or 2024-08-07."),
    ("The kiln was relit on Aug 7th.", "Relit on Wednesday, August 7, 2024."),
    ("The kiln was relit on Wednesday 7 August 2024.", "Relit on 7 August 2024."),
    ("The kiln was relit on 2024-08-07.", "Relit on the 7th day of August, 2024."),
    ("The kiln was relit on 7.8.2024.", "Relit on 07.08.24."),
    ("The kiln was relit on 2024/08/07.", "Relit 7-Aug-2024."),
    ("Der Ofen wurde am 7. August 2024 gezündet.", "Zündung: 07.08.2024"),
    ("Der Ofen wurde am 07.08.2024 gezündet.", "Zündung am 7. August 2024."),
    ("Der Ofen wurde am siebten August 2024 gezündet.", "Zündung am 7. August 2024."),
    ("Der Ofen wurde am 1. Jänner 2024 gezündet.", "Zündung am 1. Januar 2024."),
    ("Le four a été rallumé le 7 août 2024.", "Rallumage : 07/08/2024, contrôle 28/08/2024."),
    ("Le four a été rallumé le 1er août 2024.", "Rallumé le 2024-08-01."),
    ("Le four a été rallumé le 1er août 2024.", "Rallumé le premier août 2024."),
    ("El horno se encendió el 7 de agosto de 2024.", "Encendido: 2024-08-07."),
    ("El horno se encendió el 1.º de agosto de 2024.", "Encendido: 1 de agosto de 2024."),
    ("El horno se encendió el 7 de agosto del 2024.", "Encendido el 07.08.2024."),
    ("Печь зажгли 7 августа 2024 года.", "Печь зажжена 07.08.2024."),
    ("Печь зажгли 07.08.2024.", "Печь зажжена 7 августа 2024 г."),
    ("窯は2024年8月7日に点火された。", "点火日:2024-08-07"),
    ("窯は令和6年8月7日に点火された。", "点火日:2024年8月7日"),
    ("窯は2024年8月7日に点火された。", "点火日 令和六年八月七日"),
    ("窯は平成31年4月30日に点火された。", "点火日:2019/4/30"),
    ("窯は2019年5月1日に点火された。", "令和元年5月1日に点火。"),
    ("窯は８月７日に点火された。", "2024年8月7日(水)に点火。"),
    ("窑于2024年8月7日点火。", "点火日期：2024年08月07日"),
    ("窑于2024年8月7日点火。", "点火日期：二〇二四年八月七日"),
    ("窑于2024年8月7号点火。", "点火日期：2024.08.07"),
    ("窯於民國113年8月7日點火。", "點火日期：2024年8月7日"),
    ("أُشعل الفرن في ٧ أغسطس ٢٠٢٤.", "تاريخ الإشعال: 2024-08-07"),
    ("أُشعل الفرن في 7 أغسطس 2024.", "أُشعل الفرن في ٠٧/٠٨/٢٠٢٤ ثم فُحص في ٢٨/٠٨/٢٠٢٤."),
    ("أُشعل الفرن في 7 آب 2024.", "أُشعل الفرن في 2024-08-07."),
    ("भट्ठी ७ अगस्त २०२४ को जलाई गई।", "भट्ठी 2024-08-07 को जलाई गई।"),
    ("भट्ठी 7 अगस्त 2024 को जलाई गई।", "दिनांक: ०७.०८.२०२४"),
    ("The kiln was relit on 7 August 2024.", "เตาถูกจุดเมื่อวันที่ 7 สิงหาคม พ.ศ. 2567"),
    ("The kiln was relit on 7 August 2024.", "가마는 2024년 8월 7일에 점화되었다."),
    ("The leap audit took place on February 29th, 2028.", "Audit: 29.02.2028"),
    ("The leap audit took place on 29 Feb 2028.", "Audit: 2028/02/29"),
)

WRONG_DAY: Final = _failing(
    ("The kiln was relit on 8 August 2024.", "Kiln relit on 7 August 2024."),
    ("The kiln was relit on August 17, 2024.", "Kiln relit on 7 August 2024."),
    ("The kiln was relit on 8 July 2024.", "Kiln relit on 2024-08-07."),
    ("The kiln was relit on 7 August 2042.", "Kiln relit on 7 August 2024."),
    ("The kiln was relit on 12 November 2024.", "Kiln relit: 2024-11-09; next: 2024-12-11."),
    ("The kiln was relit on 29 February 2023.", "Kiln relit on 28 February 2023."),
    ("The kiln was relit on 29 February 2024.", "Kiln relit on 28 February 2024."),
    ("The kiln was relit on 31 June 2024.", "Kiln relit on 30 June 2024."),
    ("The kiln was relit on 5 March 2024.", "Kiln relit 03.05.2024."),
    ("The kiln was relit on Tuesday, 7 August 2024.", "Kiln relit on Wednesday, 7 August 2024."),
    ("Der Ofen wurde am 8. August 2024 gezündet.", "Zündung: 07.08.2024"),
    ("Der Ofen wurde am 7. Juli 2024 gezündet.", "Zündung am 7. August 2024."),
    ("Der Ofen wurde am 07.08.2042 gezündet.", "Zündung am 7. August 2024."),
    ("Le four a été rallumé le 7 avril 2024.", "Le four a été rallumé le 7 août 2024."),
    ("Le four a été rallumé le 17 août 2024.", "Le four a été rallumé le 7 août 2024."),
    ("El horno se encendió el 7 de abril de 2024.", "Encendido el 7 de agosto de 2024."),
    ("El horno se encendió el 1 de agosto de 2024.", "Encendido el 1 de agosto de 2025."),
    ("Печь зажгли 7 июля 2024 года.", "Печь зажгли 7 августа 2024 года."),
    ("Печь зажгли 17.08.2024.", "Печь зажгли 7 августа 2024 года."),
    ("窯は2024年7月8日に点火された。", "窯は2024年8月7日に点火された。"),
    ("窯は令和7年8月7日に点火された。", "窯は2024年8月7日に点火された。"),
    ("窯は8月8日に点火された。", "窯は2024年8月7日に点火された。"),
    ("窑于2024年8月17日点火。", "窑于二〇二四年八月七日点火。"),
    ("窯於民國112年8月7日點火。", "點火日期：2024年8月7日"),
    ("أُشعل الفرن في ٧ يوليو ٢٠٢٤.", "أُشعل الفرن في ٧ أغسطس ٢٠٢٤."),
    ("أُشعل الفرن في ٢٧ أغسطس ٢٠٢٤.", "أُشعل الفرن في ٧ أغسطس ٢٠٢٤."),
    ("भट्ठी 7 जुलाई 2024 को जलाई गई।", "भट्ठी 7 अगस्त 2024 को जलाई गई।"),
    ("भट्ठी 7 अगस्त 2025 को जलाई गई।", "भट्ठी ७ अगस्त २०२४ को जलाई गई।"),
    ("The kiln was relit on 7 August 2024.", "The kiln was relit in August 2024."),
    ("The kiln was relit in August 2024.", "The kiln was relit in 2024."),
    ("The kiln was relit in 2024.", "The kiln was relit long ago."),
)

PERIODS: Final = [
    *_passing(
        ("The mill ran from 3 to 9 May 2021.", "The mill ran 3–9 May 2021."),
        ("The mill ran from May 3 to May 9, 2021.", "The mill ran from 2021-05-03 to 2021-05-09."),
        ("The mill ran from May to July 2021.", "The mill ran May–July 2021."),
        ("The mill ran from 1911 to 1914.", "The mill (1911–1914) ran."),
        ("The mill ran from 1911 to 1914.", "The mill ran 1911-14."),
        ("The mill ran in 1911/12.", "The mill ran in the season 1911-12."),
        ("The mill ran in May 2021.", "The mill ran on 05/2021."),
        ("The mill ran in May 2021.", "The mill ran on 2021-05-17."),
        ("The mill ran in Q2 2021.", "The mill ran in the second quarter of 2021."),
        ("The mill ran in the second quarter of 2021.", "The mill ran in 2Q21."),
        ("The mill ran in Q2 2021.", "The mill ran in June 2021."),
        ("The mill ran in the first half of 2021.", "The mill ran in H1 2021."),
        ("The mill ran in H2 2021.", "The mill ran in the second half of 2021."),
        ("Die Mühle lief im 2. Quartal 2021.", "Die Mühle lief in Q2 2021."),
        ("Die Mühle lief im zweiten Quartal 2021.", "Die Mühle lief in Q2 2021."),
        ("Le moulin tournait au deuxième trimestre 2021.", "Activité : T2 2021."),
        (
            "El molino funcionó en el segundo trimestre de 2021.",
            "Actividad: 2.º trimestre de 2021.",
        ),
        ("工場は2021年第2四半期に稼働した。", "工場は2021年第2四半期に稼働した。"),
        ("工厂于2021年第二季度投产。", "工厂于2021年第2季度投产。"),
        ("The mill ran in mid-2021.", "The mill ran in mid-2021."),
        ("The mill ran in mid-2021.", "The mill ran in June 2021."),
        ("The mill ran in late 2021.", "The mill ran in November 2021."),
        ("The mill ran in early 2021.", "The mill ran in 2021."),
        ("The mill ran in FY2021.", "The mill ran in fiscal year 2021."),
        ("The mill ran in fiscal 2021.", "The mill ran in FY21."),
        ("The mill ran in the 1890s.", "The mill ran in 1894."),
        ("The mill ran in the nineties.", "The mill ran in the nineties."),
        ("The mill ran in the '90s.", "The mill ran in the 1990s."),
        ("The mill ran in the 19th century.", "The mill ran in 1843."),
        ("Le moulin date du XIXe siècle.", "Le moulin fut construit en 1843."),
        ("El molino es del siglo XIX.", "El molino se construyó en 1843."),
        ("Die Mühle stammt aus dem 19. Jahrhundert.", "Die Mühle wurde 1843 gebaut."),
        ("Die Mühle lief in den 1890er Jahren.", "Die Mühle lief 1894."),
        ("Мельница построена в XIX веке.", "Мельница построена в 1843 году."),
        ("水車は19世紀に建てられた。", "水車は1843年に建てられた。"),
        ("水车建于19世纪90年代。", "水车建于1894年。"),
        ("The mill opens on Monday.", "The mill opens on Mondays."),
        ("The mill opens on Thursday.", "Öffnungszeiten: Montag bis Freitag."),
        ("The mill was sold in March 1950.", "The mill was sold in Mar. 1950."),
        ("He was born in 1843.", "He (1843–1901) built mills."),
        ("The mill fell in 79 AD.", "The mill fell in AD 79."),
        ("The mill fell in 44 BC.", "紀元前44年に水車は崩れた。"),
        ("The mill ran for the 2021-2022 season.", "The mill ran in the 2021/22 season."),
    ),
    *_failing(
        ("The mill ran from 3 to 9 May 2021.", "The mill ran 3–8 May 2021."),
        ("The mill ran from 1911 to 1915.", "The mill ran from 1911 to 1914."),
        ("The mill ran in Q3 2021.", "The mill ran in the second quarter of 2021."),
        ("The mill ran in the second half of 2021.", "The mill ran in H1 2021."),
        ("Die Mühle lief im 3. Quartal 2021.", "Die Mühle lief im 2. Quartal 2021."),
        ("The mill ran in FY2022.", "The mill ran in fiscal year 2021."),
        ("The mill ran in the 1880s.", "The mill ran in 1894."),
        ("The mill ran in the 18th century.", "The mill ran in 1843."),
        ("Le moulin date du XVIIIe siècle.", "Le moulin date du XIXe siècle."),
        ("The mill opens on Sunday.", "The mill opens on Saturday."),
        ("Die Mühle öffnet am Sonntag.", "Die Mühle öffnet am Samstag."),
        ("水車は土曜日に開く。", "水車は日曜日に開く。"),
        ("The mill ran in June 2021.", "The mill ran in July 2021."),
        ("Im Juni 2021 lief die Mühle.", "Im Juli 2021 lief die Mühle."),
        ("工厂于2021年第三季度投产。", "工厂于2021年第二季度投产。"),
        ("The mill ran in late 2021.", "The mill ran in February 2021."),
        ("He was born in 1844.", "He (1843–1901) built mills."),
    ),
]

CLOCK: Final = [
    *_passing(
        ("The gate shuts at 7 pm.", "The gate shuts at 19:00."),
        ("The gate shuts at 7:00 p.m.", "The gate shuts at 7 PM."),
        ("The gate shuts at 19:00.", "The gate shuts at 7 o'clock in the evening."),
        ("The gate shuts at noon.", "The gate shuts at 12:00."),
        ("The gate shuts at 12 pm.", "The gate shuts at noon."),
        ("The gate shuts at midnight.", "The gate shuts at 00:00."),
        ("The gate shuts at midnight.", "The gate shuts at 24:00."),
        ("Das Tor schließt um 19 Uhr.", "Das Tor schließt um 19:00 Uhr."),
        ("Das Tor schließt um 19.30 Uhr.", "Das Tor schließt um 19:30."),
        ("La porte ferme à 19 h 30.", "La porte ferme à 19h30."),
        ("La puerta cierra a las 19:30.", "La puerta cierra a las 7:30 p. m."),
        ("Ворота закрываются в 19:30.", "Ворота закрываются в 19:30."),
        ("門は午後7時に閉まる。", "門は19時に閉まる。"),
        ("大门下午7点关闭。", "大门19:00关闭。"),
        ("The call starts at 14:00 UTC on 5 May 2025.", "Call: 2025-05-05 16:00 CEST."),
        ("The call starts at 9 am EST on 5 March 2025.", "Call: 5 March 2025, 14:00 UTC."),
        ("The call starts at 2025-05-05T14:00Z.", "Call: 5 May 2025 at 2 pm GMT."),
        ("The call starts on 5 May 2025 at 23:30 UTC.", "Call: 2025-05-06T08:30+09:00."),
        ("The call starts on 5 May 2025 at 14:00.", "Call: 2025-05-05 14:00 UTC."),
        ("会議は2025年5月5日午後2時に始まる。", "会議:2025年5月5日14:00"),
    ),
    *_failing(
        ("The gate shuts at 7 am.", "The gate shuts at 19:00."),
        ("The gate shuts at 7:30 pm.", "The gate shuts at 19:00."),
        ("The gate shuts at noon.", "The gate shuts at midnight."),
        ("Das Tor schließt um 18 Uhr.", "Das Tor schließt um 19 Uhr."),
        ("La porte ferme à 18h30.", "La porte ferme à 19h30."),
        ("門は午前7時に閉まる。", "門は午後7時に閉まる。"),
        ("The call starts at 2025-05-05 14:00 UTC.", "Call: 2025-05-05 14:00 UTC+2."),
        ("The call starts on 5 May 2025 at 14:00 EST.", "Call: 5 May 2025 at 14:00 PST."),
        ("The call starts on 5 May 2025 at 14:00 CET.", "Call: 5 May 2025 at 14:00 UTC."),
        ("Der Anruf beginnt am 5. Mai 2025 um 14 Uhr UTC.", "Beginn: 05.05.2025 14:00 UTC-5."),
        ("会議は2025年5月5日14時(UTC)に始まる。", "会議:2025-05-05 14:00 JST"),
        ("Le test débute le 5 mai 2025 à 14 h UTC.", "Début : 2025-05-05 14:00 UTC+3."),
    ),
]

UNCLEAR: Final = [
    *_coded(
        "unavailable",
        "ambiguous_date",
        ("The kiln was relit on 7 August 2024.", "Kiln relit: 07/08/2024."),
        ("The kiln was relit on 8 July 2024.", "Kiln relit: 07/08/2024."),
        ("The kiln was relit on 07/08/2024.", "Kiln relit on 8 July 2024."),
    ),
    *_passing(
        ("The kiln was relit on 7 August 2024.", "Kiln relit: 07/08/2024; checked 31/08/2024."),
        ("The kiln was relit on 8 July 2024.", "Kiln relit: 07/08/2024; checked 08/31/2024."),
    ),
    *_failing(
        ("The kiln was relit on 8 July 2024.", "Kiln relit: 07/08/2024; checked 31/08/2024."),
        ("The kiln was relit on 9 July 2024.", "Kiln relit: 07/08/2024."),
    ),
]

COUNTED: Final = [
    *_coded(
        "pass",
        "derived",
        (
            "The deposit is due on 24 June 2025.",
            "The deposit is due 14 days after delivery. Delivery took place on 10 June 2025.",
        ),
        (
            "The deposit is due by 8 July 2025.",
            "The deposit is due within four weeks after delivery, which was on 10 June 2025.",
        ),
        (
            "The deposit is due on 10 September 2025.",
            "The deposit is due three months after delivery. Delivery took place on 10 June 2025.",
        ),
        (
            "The deposit is due on 30 June 2025.",
            "The deposit is due at the end of the month of delivery. Delivered on 10 June 2025.",
        ),
        (
            "Notice must be given by 27 May 2025.",
            "Notice must be given 14 days before delivery. Delivery takes place on 10 June 2025.",
        ),
        (
            "Die Anzahlung ist am 24. Juni 2025 fällig.",
            "Die Anzahlung ist 14 Tage nach der Lieferung fällig. Lieferung war am 10. Juni 2025.",
        ),
        (
            "L'acompte est dû le 24 juin 2025.",
            "L'acompte est dû 14 jours après la livraison. La livraison a eu lieu le 10 juin 2025.",
        ),
        (
            "El pago vence el 24 de junio de 2025.",
            "El pago vence 14 días después de la entrega. La entrega fue el 10 de junio de 2025.",
        ),
        (
            "支払期限は2025年6月24日です。",
            "支払期限は納品の14日後です。納品日は2025年6月10日です。",
        ),
        (
            "付款期限为2025年6月24日。",
            "付款期限为交货后14天。交货日期为2025年6月10日。",
        ),
        (
            "Оплата до 24 июня 2025 года.",
            "Оплата через 14 дней после поставки. Поставка состоялась 10 июня 2025 года.",
        ),
        (
            "The permit lapses on 10 June 2027.",
            "The permit lapses two years after it is granted. It was granted on 10 June 2025.",
        ),
    ),
    *_failing(
        (
            "The deposit is due on 1 July 2025.",
            "The deposit is due 14 days after delivery. Delivery took place on 10 June 2025.",
        ),
        (
            "The deposit is due on 10 June 2025.",
            "The deposit is due 14 days after delivery. Delivery took place on 10 June 2025.",
        ),
        (
            "The deposit is due on 10 October 2025.",
            "The deposit is due three months after delivery. Delivery took place on 10 June 2025.",
        ),
        (
            "Notice must be given by 24 June 2025.",
            "Notice must be given 14 days before delivery. Delivery takes place on 10 June 2025.",
        ),
        (
            "Die Anzahlung ist am 1. Juli 2025 fällig.",
            "Die Anzahlung ist 14 Tage nach der Lieferung fällig. Lieferung war am 10. Juni 2025.",
        ),
        (
            "L'acompte est dû le 1er juillet 2025.",
            "L'acompte est dû 14 jours après la livraison. La livraison a eu lieu le 10 juin 2025.",
        ),
        (
            "El pago vence el 1 de julio de 2025.",
            "El pago vence 14 días después de la entrega. La entrega fue el 10 de junio de 2025.",
        ),
        (
            "支払期限は2025年7月1日です。",
            "支払期限は納品の14日後です。納品日は2025年6月10日です。",
        ),
        (
            "付款期限为2025年7月1日。",
            "付款期限为交货后14天。交货日期为2025年6月10日。",
        ),
        (
            "Оплата до 1 июля 2025 года.",
            "Оплата через 14 дней после поставки. Поставка состоялась 10 июня 2025 года.",
        ),
    ),
    *_coded(
        "unavailable",
        "derivation_unchecked",
        (
            "The deposit is due on 24 June 2025.",
            "The deposit is due 10 working days after delivery, which was on 10 June 2025.",
        ),
    ),
]

SWAPPED: Final = [
    *_coded(
        "fail",
        "entity_mismatch",
        ("It opened in 1969. It closed in 1970.", "It opened in 1970. It closed in 1969."),
        (
            "The pool opens on 4 May 2025. The sauna opens on 9 June 2025.",
            "The pool opens on 9 June 2025. The sauna opens on 4 May 2025.",
        ),
        (
            "The pool opens on 4 May 2025 and the sauna on 9 June 2025.",
            "The pool opens on 9 June 2025 and the sauna on 4 May 2025.",
        ),
        ("The sauna opened in 2019.", "The pool opened in 2019. The sauna opened in 2021."),
        (
            "Das Bad öffnete am 9. Juni 2025.",
            "Das Bad öffnete am 4. Mai 2025. Die Sauna öffnete am 9. Juni 2025.",
        ),
        (
            "La piscine ouvre le 9 juin 2025.",
            "La piscine ouvre le 4 mai 2025. Le sauna ouvre le 9 juin 2025.",
        ),
        (
            "La piscina abre el 9 de junio de 2025.",
            "La piscina abre el 4 de mayo de 2025. La sauna abre el 9 de junio de 2025.",
        ),
        (
            "プールは2025年6月9日に開く。",
            "プールは2025年5月4日に開く。サウナは2025年6月9日に開く。",
        ),
        (
            "泳池于2025年6月9日开放。",
            "泳池于2025年5月4日开放。桑拿于2025年6月9日开放。",
        ),
        (
            "Бассейн открылся 9 июня 2025 года.",
            "Бассейн открылся 4 мая 2025 года. Сауна открылась 9 июня 2025 года.",
        ),
        (
            "The pool opens on 9 June 2025.",
            "| what | opens |\n| pool | 4 May 2025 |\n| sauna | 9 June 2025 |",
        ),
    ),
    *_passing(
        ("It opened in 1970. It closed in 1969.", "It opened in 1970. It closed in 1969."),
        (
            "The pool opens on 9 June 2025 and the sauna on 4 May 2025.",
            "The pool opens on 9 June 2025 and the sauna on 4 May 2025.",
        ),
        ("It opened in 1950 and closed in 1980.", "It was open from 1950 until 1980."),
        (
            "Sales rose in the third quarter of 2020.",
            "Sales for the third quarter of 2020 rose. In the third quarter of 2019 they fell.",
        ),
        (
            "In the third quarter of 2020, revenue was higher than in the third quarter of 2019.",
            "Revenue in the third quarter of 2020 rose from that in the third quarter of 2019.",
        ),
        (
            "Net income for the third quarter of 2020 doubled.",
            "Turning to results, the third quarter of 2020 was strong and net income doubled. "
            "Net income for the second quarter of 2020 had been low.",
        ),
    ),
]

NO_EVIDENCE: Final = [
    Sample("fail", "question_only", "In 2023 it was calm.", ("It was calm.",), "What of 2023?"),
    Sample(
        "fail",
        "question_only",
        "The 3 May 2024 storm was weak.",
        ("The storm was weak.",),
        "How weak was the storm of 3 May 2024?",
    ),
    *_coded(
        "pass",
        "denied",
        ("The source does not mention 3 May 2024.", "The pool opened on 4 May 2024."),
        ("It did not open on 3 May 2024 but on 4 May 2024.", "It opened on 4 May 2024."),
        ("Es wurde nicht am 3. Mai 2024 eröffnet.", "Es wurde am 4. Mai 2024 eröffnet."),
    ),
    Sample("fail", "", "The policy of 2025 applies.", ("The policy applies.",)),
    Sample("fail", "", "The 2025 policy applies.", ("The 2024 policy applies.",)),
    Sample("pass", "", "The policy of 2025 applies.", ("Travel policy 2025\nIt applies.",)),
    Sample(
        "pass", "", "Under the 2025 Travel Policy it is free.", ("Travel Policy (2025): free.",)
    ),
    Sample("fail", "", "Die Richtlinie von 2025 gilt.", ("Die Richtlinie von 2024 gilt.",)),
    Sample("fail", "", "La politique de 2025 s'applique.", ("La politique de 2024 s'applique.",)),
    Sample("fail", "", "適用されるのは2025年の規程です。", ("適用されるのは2024年の規程です。",)),
    Sample("unavailable", "relative_unchecked", "It opened yesterday.", ("It opened.",)),
    Sample("unavailable", "no_context", "It opened on 4 May 2024.", ()),
]

_MIXED_ROWS: Final = """\
pass|The lease ended in the autumn of 1987.|The lease ended in autumn 1987.
pass|It opened in 2019 and 2021.|It opened in 2019 and again in 2021.
pass|The fair ran from 30 December 2024 to 2 January 2025.|The fair: 30 Dec 2024 – 2 Jan 2025.
pass|The fair ran 30 December to 2 January.|The fair: 30 Dec 2024 – 2 Jan 2025.
fail|The fair ran from 30 December 2024 to 3 January 2025.|The fair: 30 Dec 2024 – 2 Jan 2025.
pass|The fair is on the first Monday of May 2025.|The fair is on the first Monday of May 2025.
fail|The fair is on 6 May 2025.|The fair is on the first Monday of May 2025.
pass|The term ends on 31.3.2026.|Ende der Laufzeit: 31. März 2026
pass|The term ends on March 31st 2026.|Fin : 31 mars 2026
pass|The term ends on 31/03/2026.|Fin : 31 mars 2026
pass|The term ends on 2026-03-31T00:00:00Z.|Ends 31 March 2026 at 00:00 UTC.
fail|The term ends on 31 March 2026 at 10:00.|Ends 31 March 2026.
pass|Laufzeit bis Ende März 2026.|Laufzeit bis 31. März 2026.
pass|The office opens 9 am to 5 pm.|Opening hours: 9:00–17:00.
pass|The office opens 9am-5pm.|Opening hours: 9:00 a.m. - 5:00 p.m.
fail|The office opens 9 am to 6 pm.|Opening hours: 9:00–17:00.
pass|Das Büro öffnet von 9 bis 17 Uhr.|Öffnungszeiten: 9–17 Uhr.
fail|Das Büro öffnet um 8 Uhr.|Öffnungszeiten: 9 bis 17 Uhr.
pass|Geöffnet montags bis freitags.|Öffnungszeiten: Montag–Freitag
pass|Ouvert le lundi.|Ouvert du lundi au vendredi.
fail|Ouvert le dimanche.|Ouvert du lundi au vendredi.
pass|Abierto el lunes.|Abierto de lunes a viernes.
pass|Открыто в понедельник.|Открыто с понедельника по пятницу.
pass|يفتح يوم الاثنين.|يفتح يوم الاثنين.
pass|月曜日に開く。|月曜日から金曜日まで開く。
pass|It dates from the 1st century BC.|It dates from about 50 BC.
fail|It dates from the 2nd century BC.|It dates from about 50 BC.
pass|It dates from the early 20th century.|It was built in 1904.
pass|He was born in 1904.|Born 12.05.1904 in Lyon.
fail|He was born in 1940.|Born 12.05.1904 in Lyon.
pass|The act of 1904 ended it.|The 1904 act ended it.
pass|It ran for fiscal year 2023/24.|It ran for FY 2023-24.
pass|In fiscal 2023 it grew.|In the year ended 31 March 2023 it grew.
pass|It closes at 17:00 CET.|It closes at 5 pm CET.
fail|It closes at 17:00 CET.|It closes at 17:00 EET.
pass|It starts at 17:00 CET on 3 March 2025.|It starts at 16:00 GMT on 3 March 2025.
pass|It starts on 4 March 2025 at 01:00 JST.|It starts on 3 March 2025 at 16:00 UTC.
fail|It starts on 3 March 2025 at 01:00 JST.|It starts on 3 March 2025 at 16:00 UTC.
pass|It starts on 3 March 2025 at 16:00 UTC+00:00.|It starts 2025-03-03T16:00Z
pass|It starts at 16:00 ET.|It starts at 4 pm Eastern Time.
fail|Beginn: 2025-06-03, 08:00 Uhr MEZ|Beginn: 2025-06-03, 08:00 Uhr UTC
fail|Comienza el 3 de junio de 2025 a las 8:00 UTC.|Comienza el 3 de junio de 2025 a las \
8:00 UTC-4.
fail|2025年6月3日8:00 UTCに始まる。|2025年6月3日8:00 UTC-4に始まる。
fail|Начало 3 июня 2025 года в 08:00 UTC.|Начало 3 июня 2025 года в 08:00 UTC+3.
fail|يبدأ في 3 يونيو 2025 الساعة 08:00 UTC.|يبدأ في 3 يونيو 2025 الساعة 08:00 UTC+3.
fail|3 जून 2025 को 08:00 UTC पर शुरू।|3 जून 2025 को 08:00 UTC+5:30 पर शुरू।
fail|维护于2025年6月3日08:00 UTC开始。|维护于2025年6月3日08:00 UTC+8开始。
fail|The trial ends on 30 June 2025.|The trial lasts one month and starts on 15 May 2025.
pass|The trial ends on 15 June 2025.|The trial ends one month after it starts. It starts on \
15 May 2025.
fail|The trial ends on 30 June 2025.|The trial ends one month after it starts. It starts on \
15 May 2025.
pass|The term ends on 28 February 2026.|The term ends six months after 31 August 2025.
pass|The term ends on 29 February 2024.|The term ends one year before 28 February 2025, or \
on 29 February 2024.
fail|Die Widerrufsfrist endet am 27. Oktober 2025.|Die Widerrufsfrist endet 14 Tage nach \
Vertragsschluss. Der Vertrag wurde am 6. Oktober 2025 geschlossen.
fail|Le délai de rétractation expire le 27 octobre 2025.|Le délai de rétractation expire 14 \
jours après la signature. Le contrat a été signé le 6 octobre 2025.
fail|El plazo vence el 27 de octubre de 2025.|El plazo vence 14 días después de la firma. \
El contrato se firmó el 6 de octubre de 2025.
fail|クーリングオフ期間は2025年10月27日に終わる。|クーリングオフ期間は契約の14日後に終わる。\
契約日は2025年10月6日である。
fail|冷静期于2025年10月27日结束。|冷静期于签约后14天结束。合同于2025年10月6日签署。
fail|Срок отказа истекает 27 октября 2025 года.|Срок отказа истекает через 14 дней после \
подписания. Договор подписан 6 октября 2025 года.
fail|تنتهي المهلة في 27 أكتوبر 2025.|تنتهي المهلة بعد 14 يومًا من التوقيع. وُقّع العقد في 6 \
أكتوبر 2025.
pass|تنتهي المهلة في 20 أكتوبر 2025.|تنتهي المهلة بعد 14 يومًا من التوقيع. وُقّع العقد في 6 \
أكتوبر 2025.
fail|अवधि 27 अक्टूबर 2025 को समाप्त होती है।|अवधि हस्ताक्षर के 14 दिन बाद समाप्त होती है। \
हस्ताक्षर 6 अक्टूबर 2025 को हुए।
pass|अवधि 20 अक्टूबर 2025 को समाप्त होती है।|अवधि हस्ताक्षर के 14 दिन बाद समाप्त होती है। \
हस्ताक्षर 6 अक्टूबर 2025 को हुए।
pass|冷静期于2025年10月20日结束。|冷静期于签约后14天结束。合同于2025年10月6日签署。
pass|Срок отказа истекает 20 октября 2025 года.|Срок отказа истекает через 14 дней после \
подписания. Договор подписан 6 октября 2025 года.
fail|The audit closed on 2023-02-29.|The audit closed on 28 February 2023.
pass|L'audit s'est clos le 29 février 2024.|Audit clos le 29/02/2024.
pass|監査は2024年2月29日に終了した。|監査終了日:2024/02/29
fail|監査は2024年2月28日に終了した。|監査終了日:2024/02/29
pass|审计于2024年2月29日结束。|审计结束：2024-02-29
fail|L'audience est le 3 novembre 2025.|Audience : 2025-03-11
fail|Die Anhörung ist am 11. März 2025.|Anhörung: 2025-11-03
fail|La audiencia es el 3 de noviembre de 2025.|Audiencia: 2025-03-11
fail|الجلسة في 3 نوفمبر 2025.|تاريخ الجلسة: 2025-03-11
fail|सुनवाई 3 नवंबर 2025 को है।|सुनवाई: 2025-03-11
fail|Слушание 3 ноября 2025 года.|Слушание: 2025-03-11
fail|公聴会は2025年11月3日である。|公聴会:2025-03-11
pass|Слушание 3 ноября 2025 года.|Слушание: 03.11.2025
pass|सुनवाई 3 नवंबर 2025 को है।|सुनवाई: 3 नवम्बर 2025
pass|The statute (1987) applies.|Statute of 1987 applies.
pass|Since 2015, it has grown.|It has grown since 2015.
pass|(2015) It grew.|It grew in 2015.
pass|It has 1987 as its base year.|The base year is 1987.
fail|It has 1988 as its base year.|The base year is 1987.
pass|She signed the deed on May 4.|She signed the deed on 4 May 2021.
fail|She signed the deed on May 5.|She signed the deed on 4 May 2021.
fail|She signed the deed on 4 May.|She signed the deed on 4 June 2021.
pass|The Olympics of 2024 were held there.|The 2024 Olympics were held there.
fail|The Olympics of 2024 were held there.|The 2020 Olympics were held there.
fail|The deed was signed 12 May 2019.|On 12 May 2018 it was signed.
fail|The deed was signed on 12 May 2019.|On 12 May it was signed. It lapsed in 2018.
pass|The deed was signed on 12 May 2019.|2019 log: on 12 May the deed was signed.
pass|It takes effect on the 1st of January 2026.|It takes effect on New Year's Day, 1 \
January 2026.
pass|The app launched in Oct 2022.|The app launched in October of 2022.
pass|The app launched in '22.|The app launched in 2022.
pass|Das Gesetz gilt seit dem 1.1.2021.|Das Gesetz gilt ab 01.01.2021.
pass|Das Gesetz gilt seit 1. Jan. 2021.|Das Gesetz gilt ab 01.01.2021.
fail|Das Gesetz gilt seit dem 1.1.2022.|Das Gesetz gilt ab 01.01.2021.
pass|La ley rige desde el 1/1/2021.|La ley rige desde el 1 de enero de 2021.
pass|La loi s'applique depuis le 01/01/21.|La loi s'applique depuis le 1er janvier 2021.
fail|La loi s'applique depuis le 02/01/21.|La loi s'applique depuis le 1er janvier 2021.
pass|2021년 1월 1일부터 적용된다.|적용일: 2021-01-01
pass|Obowiązuje od 1 stycznia 2021 r.|Obowiązuje od 01.01.2021.
fail|The policy was reissued in Heisei 30.|The policy was reissued in 2019.
pass|It was signed on the 4th day of July, 1996.|Signed July 4, 1996.
pass|It was signed on July 4th, '96.|Signed July 4, 1996.
pass|It ended at 23:59 on 31 Dec 2024.|It ended on 31 December 2024 at 11:59 pm.
pass|It lasted from 8:30 to 10:15 am.|From 08:30 until 10:15.
fail|It lasted from 8:30 to 10:45 am.|From 08:30 until 10:15.
pass|Week 32 of 2024 was hot.|Week 32 of 2024 was hot.
fail|Week 32 of 2025 was hot.|Week 32 of 2024 was hot.
pass|Easter Sunday, 31 March 2024, was mild.|31 March 2024 was mild.
fail|Easter Monday, 31 March 2024, was mild.|31 March 2024 was mild.
pass|It was in the Nineties.|It was 1994.
fail|Der Vertrag endet am achten August 2024.|Der Vertrag endet am 7. August 2024.
fail|It ended on the eighth of August 2024.|It ended on 7 August 2024.
fail|Le bail finit le deux août 2024.|Le bail finit le 7 août 2024.
pass|The 2020s began badly.|2021 began badly.
pass|It was built between 1900 and 1910.|It was built 1900–1910.
pass|It was built c. 1900.|It was built around 1900.
pass|Version 2.0 came on 5 June.|Version 2.0: June 5th, 2020.
fail|Version 2.0 came on 6 June.|Version 2.0: June 5th, 2020.
"""
MIXED: Final = [
    Sample(outcome, "", answer, (context,))
    for outcome, answer, context in (row.split("|", 2) for row in _MIXED_ROWS.splitlines())
]

NO_DATES: Final = tuple(
    """It follows Regulation 2016/679.
It follows Regulation (EU) 2016/679 and Directive 95/46/EC.
It is certified to ISO 9001:2015.
It is certified to ISO/IEC 27001:2022 and EN 1990.
RFC 2119 defines the key words.
Call +44 20 7946 0958 or 020 7946 0958.
Call (0211) 1980-0 for help.
The desk is staffed 24/7.
The home side won 3-2, then lost 10-12-3.
It was 9/11 that changed it.
A crowd of 2000 people came.
It has a total of 1950 rooms.
See Directive 2014/65/EU and Ley 5/2019.
Use version 10.04.2 or v2024.1.
The part number is 2024-0817-33.
The file is INV-2025-0412.
Order 1984-A has shipped.
It ships in 2 to 3 days.
Room 1945 is free.
The ticket costs 1990 dollars.
It weighs 2000 kg and holds 1800 people.
See section 3.2.1 and page 1912.
The code is AB1234567 or 2019ABC.
The ratio is 1:30 and the score 7:5.
IPv4 address 10.12.20.25 answers.
The screen has 1920x1080 pixels.
The screen has 1920 x 1080 pixels.
Mix 1/2 cup with 3/4 cup.
The answer may march on.
Der Mai ist gekommen sagt niemand.
It may be a second or third try.
The model 2000 pump and the 1500 rpm motor stay.
Chapter 5 verse 12 is short.
There are 1,984 seats and 2.024 m of rope.
ZIP code 10115 and 90210.
The distance is 1850 m.
Die Anlage leistet 2000 kW.
La sala tiene 1500 asientos.
Il y a 1900 places.
在场的有2000人。
参加者は2000人です。
Peak load is 1999 MW.
The line manager approves overtime.
Der Bereichsleiter genehmigt Überstunden.
Le chef de service approuve.
El jefe aprueba las horas.
上長が残業を承認する。
经理批准加班。
يوافق المدير على العمل الإضافي.
प्रबंधक ओवरटाइम स्वीकृत करता है।
Руководитель утверждает сверхурочные.""".splitlines()
)

GROUPS: Final = {
    "same day": SAME_DAY,
    "wrong day": WRONG_DAY,
    "period": PERIODS,
    "clock": CLOCK,
    "unclear": UNCLEAR,
    "counted": COUNTED,
    "swapped": SWAPPED,
    "no evidence": NO_EVIDENCE,
    "mixed": MIXED,
}
SAMPLES: Final = tuple(sample for group in GROUPS.values() for sample in group)
