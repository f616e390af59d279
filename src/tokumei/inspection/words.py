"""What the name of a column tells of it, in English and Japanese."""

import re
import unicodedata

WORDS = {
    # Names of people; what is `shared` leads to people too, but one may have several, or several have one.
    "identifier": (
        "id uid uuid guid name names surname firstname lastname fullname forename username nickname email mail phone "
        "telephone tel mobile fax ssn passport license licence account iban ip url userid customerid patientid "
        "personid memberid employeeid studentid identifier mynumber"
    ),
    "shared": "address mail email ip url invoice receipt voucher",
    "sensitive": (
        "income salary wage wages earning earnings pay disease diseases diagnosis diagnoses illness disorder symptom "
        "symptoms health hiv cancer condition medication drug treatment disability religion faith politics political "
        "party vote debt loan credit balance spending expenditure expenditures expense expenses purchase purchases "
        "crime criminal conviction offence offense grade marks revenue revenues profit profits asset assets "
        "wealth capital gain gains loss losses tax taxes rent pension insurance"
    ),
    "quasi": (
        "age birth birthday birthdate dob sex gender zip zipcode postcode postal postalcode city town village county "
        "state prefecture province region country nationality citizenship marital education school occupation job "
        "profession workclass employer industry race ethnicity ethnic children household height weight date "
        "location lat latitude lon lng longitude"
    ),
    "quantity": (
        "age ages income salary wage amount price cost count number num size total sum hours minutes days years "
        "height weight balance children lat latitude lon lng longitude"
    ),
    "ordered": "grade level rank class stage score rating degree severity order step tier band group year month week",
    "code": "id zip zipcode postcode postal postalcode code phone telephone mobile fax ssn isbn icd invoice",
}
ALONE = "user customer patient member employee student person respondent subject"
"""Words that name a person if they are the whole name of a column: `customer`, but not `customer_type`."""

SHOUTED = re.compile(r"[A-Z]{3,}(?:(?<!PA)ID|NAME)")
"""Names run together in capitals, such as UTILITYID."""

NUMBERED = re.compile(r"[a-z][ _.-]+(?:no|nr)\.?$")
"""The end of a name of numbers that count nothing, such as invoice_no."""

PARTS_JA = {
    "identifier": (
        "氏名 名前 姓名 お名前 メール 電話 携帯 会員番号 顧客番号 患者番号 社員番号 学籍番号 マイナンバー 個人番号"
    ),
    "sensitive": (
        "年収 収入 所得 給与 給料 賃金 病名 疾患 疾病 病歴 診断 症状 投薬 障害 "
        "宗教 信条 政党 借入 負債 残高 支出 購入 前科 犯罪 成績"
    ),
    "shared": "住所 請求書 伝票",
    "quasi": (
        "年齢 年令 年代 生年 誕生 生まれ 性別 郵便番号 都道府県 市区町村 地域 国籍 出身 婚姻 配偶 "
        "学歴 職業 業種 勤務 世帯 子供 身長 体重 日付"
    ),
    "quantity": "年齢 年令 収入 年収 所得 金額 価格 人数 個数 件数 回数 合計 時間 日数 年数 身長 体重 残高",
    "ordered": "学年 等級 段階 階級 順位 評価 年代 年度",
    "code": "番号 コード",
}


def says(name: str, what: str) -> bool:
    """Tell whether a column's name holds a word of some meaning.

    >>> says("customerName", "identifier"), says("病名", "sensitive"), says("voyage", "quasi")
    (True, True, False)
    """
    plain = unicodedata.normalize("NFKC", name)
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", plain).lower()
    tokens = set(re.findall(r"[a-z]+", parted))
    if tokens & set(WORDS[what].split()) or any(part in plain for part in PARTS_JA[what].split()):
        return True
    if what == "code" and NUMBERED.search(parted):
        return True
    names_somebody = parted.strip() in ALONE.split() or any(map(SHOUTED.fullmatch, re.findall(r"[A-Za-z]+", plain)))
    return names_somebody and what in ("identifier", "code")
