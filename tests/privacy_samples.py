"""Private values and texts around them, in English, German and Japanese, all invented."""

from __future__ import annotations

from typing import Final

from adjudge_engine.privacy.redaction import RedactionSettings, Redactor

NAMES: Final = (
    "Aoife O'Brien",
    "Dr. Jean-Luc Perrault",
    "Anna van der Velde",
    "Müller, Jürgen",
    "田中 太郎",
    "佐藤花子",
    "林 直樹",
    "ジャン・ピカール",
)
PATTERNS: Final = (("CUSTOMER", r"KD-\d{6}"), ("POLICY", r"(?:VN|VX)-[A-Z]{2}\d+"))

#: Each text with every private value that stands in it, as it is written there.
TEXTS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    (
        "Aoife O’Brien's refund of $1,240.50 was sent on 12 May 2024. Mr O'Brien can be reached at"
        " aoife.obrien+work@mail.example.co.uk or +353 1 234 5678; card 4111 1111 1111 1111.",
        (
            "Aoife O’Brien",
            "O'Brien",
            "aoife.obrien+work@mail.example.co.uk",
            "+353 1 234 5678",
            "4111 1111 1111 1111",
        ),
    ),
    (
        "Call (415) 555-0100, 415-555-0187 or 1-800-555-0199. PERRAULT, JEAN-LUC signed; Jean-Luc"
        "\nPerrault paid 378282246310005 (customer KD-204711, policy VN-AB123).",
        (
            "(415) 555-0100",
            "415-555-0187",
            "1-800-555-0199",
            "PERRAULT, JEAN-LUC",
            "378282246310005",
            "KD-204711",
            "VN-AB123",
        ),
    ),
    (
        "Herr Jürgen Müller (juergen.mueller@beispiel.example, 0171 2345678, Büro: (030) 123-4567)"
        " überwies 1.250,00 € von DE89 3704 0044 0532 0130 00. Müllers Vertrag endet am"
        " 31.12.2025; Frau van der Velde ist unter 030/7654321 erreichbar, Jürgen Mueller nicht.",
        (
            "Jürgen Müller",
            "juergen.mueller@beispiel.example",
            "0171 2345678",
            "(030) 123-4567",
            "DE89 3704 0044 0532 0130 00",
            "Müller",
            "van der Velde",
            "030/7654321",
            "Jürgen Mueller",
        ),
    ),
    (
        "田中さんの電話は090-1234-5678、メールはt.tanaka@example.co.jpです。佐藤花子様"
        "（０３－９８７６－５４３２）は3,500円を支払い、林さんとピカール氏は5月12日に来ました。"
        "カードは4000-0566-5566-5556、田中太郎名義です。",
        (
            "田中",
            "090-1234-5678",
            "t.tanaka@example.co.jp",
            "佐藤花子",
            "０３－９８７６－５４３２",
            "林さん",
            "ピカール",
            "4000-0566-5566-5556",
        ),
    ),
)

#: What must be left as it is: figures, dates, codes, and words that only look like names.
HARMLESS: Final = (
    "Revenue rose from 1,234,567.89 to 12,345,678 dollars, +20 000 000 in all.",
    "On 12.05.2024 10:30, 2024-05-12T10:30:00+09:00 and 01/02/2023 nothing happened.",
    "ISBN 978-3-16-148410-0, ISBN 0-306-40615-2, ISBN 0306406152, EAN 4006381333931.",
    "Version 1.2.3.4 runs at 192.168.001.002; CVE-2021-44228; DIN EN 1234-5678.",
    "Between 1990-1995 and 1996-1999 it grew by 0.123456789, to 3.14159265358.",
    "Order no. 0123456789 and ticket 1700000000000 stand on pages 100-110.",
    "The scale is 1:100 000; 2 400 300 200 stars; 10 000 000 people; +5% a year.",
    "Sie kostet 1.250,00 € bei 07.04.2023 18.30 Uhr und 0,5 %.",
    "売上は12億3,456万円、前年比+5%、2024年5月12日、第3四半期。",
    "An orchid at 2.50@each; see @home and foo@bar; the obriens-like cafe.",
    "Müllerei, Velderen und Annahme sind Wörter; ピカールドも森林も名前ではない。",
)


def redactor(*names: str) -> Redactor:
    """One that looks for everything, the names above or the given ones, and two own patterns."""
    return Redactor(RedactionSettings(names=names or NAMES, patterns=PATTERNS))
