"""Says for each character what the tokenizers do with it: its class, and its folded texts."""

CLASSES = [
    "other", "letter", "hebrewLetter", "digit", "loneNumber", "letterJoiner", "digitJoiner",
    "connector", "doubleQuote", "extender", "zeroWidthJoiner", "regionalIndicator", "emoji",
    "pictograph", "emojiModifier", "letterPictograph", "ideograph", "hangul", "hangulTail",
    "southeastAsian", "southeastAsianTail",
]

# Those that make the characters of pairs.
UNITS = {"ideograph", "hangul", "hangulTail", "southeastAsian", "southeastAsianTail"}

# Words are split at these letters as well, like at other apostrophes.
APOSTROPHES = {0x2BC}
COLONS = {0x3A, 0xFE13, 0xFE55, 0xFF1A}
# A space to everyone but UAX #29, which keeps numbers in one piece with it.
NARROW_SPACE = 0x202F
# Scripts whose marks are accents or points that readers and writers leave out.
ACCENTED_SCRIPTS = {"Inherited", "Latin", "Greek", "Cyrillic", "Arabic", "Hebrew", "Syriac"}
# Not folded, although their script is "Inherited": the voicing marks of kana make other letters.
VOICING_MARKS = {0x3099, 0x309A}
DEVANAGARI_NUKTA = 0x93C
MASU_MARK = 0x303C
TATWEEL = 0x640
BREVE = 0x306
SHORT_I = [0x438, BREVE]
IOTA_SUBSCRIPT = 0x345
DOT_ABOVE = 0x307
DOTLESS_I = 0x131
SMALL_I = 0x69


class Characters:
    """The class, flags, combining class and folded texts of each character."""

    def __init__(self, data):
        self.data = data
        self.compositions = data.compositions

    def record(self, code):
        """Returns the properties of a code point, as a tuple that equal ones share."""
        data = self.data
        if 0xD800 <= code < 0xE000:
            return (0, 0, 0, (code,), (code,))
        kind = self.kind(code)
        folded, exact = self.folded(code, False), self.folded(code, True)
        if kind in UNITS and not folded:
            raise ValueError(f"U+{code:04X} would give an empty term")
        isUpper = data.category[code] in ("Lu", "Lt")
        flags = isUpper | self.needs_check(folded, False) << 1 | self.needs_check(exact, True) << 2
        return (CLASSES.index(kind), flags, data.combining[code], tuple(folded), tuple(exact))

    # Classes

    def kind(self, code):
        data = self.data
        if code in APOSTROPHES or code in COLONS or code == NARROW_SPACE:
            return "other"
        pictograph = code in data.emoji["Extended_Pictographic"]
        value = data.word_break[code]
        if value == "ALetter":
            return self._letter_kind(code, pictograph)
        simple = {
            "Hebrew_Letter": "hebrewLetter", "Numeric": "digit", "Katakana": "ideograph",
            "MidLetter": "letterJoiner", "MidNum": "digitJoiner", "ExtendNumLet": "connector",
            "Double_Quote": "doubleQuote", "Format": "extender", "ZWJ": "zeroWidthJoiner",
            "Regional_Indicator": "regionalIndicator",
        }
        if value in simple:
            return simple[value]
        if value == "Extend":
            return "emojiModifier" if code in data.emoji["Emoji_Modifier"] else "extender"
        if pictograph:
            return "emoji" if self._is_emoji(code) else "pictograph"
        return self._other_kind(code)

    def _letter_kind(self, code, pictograph):
        if pictograph:
            return "letterPictograph"
        if self.data.scripts[code] in ("Han", "Hiragana", "Katakana") or code == MASU_MARK:
            return "ideograph"
        if self.data.scripts[code] == "Hangul":
            if code in self.data.core["Default_Ignorable_Code_Point"]:
                return "other"
            return "hangulTail" if self.data.grapheme_break[code] in ("V", "T") else "hangul"
        return "letter"

    def _is_emoji(self, code):
        """Returns whether a pictograph is an emoji without a variation selector."""
        emoji = self.data.emoji
        return (
            code in emoji["Emoji_Presentation"] or code >= 0x1F000
            or (code in emoji["Emoji"] and code >= 0x2600))

    def _other_kind(self, code):
        data = self.data
        if data.category[code][0] not in "LN":
            return "other"
        if data.line_break[code] == "SA":
            isTail = data.grapheme_break[code] == "SpacingMark"
            return "southeastAsianTail" if isTail else "southeastAsian"
        if data.category[code][0] == "L" or code in data.props["Ideographic"]:
            return "ideograph"
        return "loneNumber"

    # Folding

    def folded(self, code, keepsMarks):
        """Returns the folded text of a code point, composed."""
        data = self.data
        if data.category[code] == "Cf" or code == TATWEEL:
            return []
        if code in data.core["Default_Ignorable_Code_Point"]:
            return []
        if code == BREVE:
            # Dropped or composed later: it depends on the letter before it.
            return [code]
        codes = data.decomposed([data.width.get(code, code)])
        codes = data.decomposed(self._case_folded(codes))
        if not keepsMarks:
            codes = self._without_marks(codes)
        if IOTA_SUBSCRIPT in codes:
            # It becomes a letter later, because marks may follow that come before it in canonical
            # order.
            return codes
        return self.composed(codes)

    def _case_folded(self, codes):
        result = []
        for code in codes:
            if code == DOTLESS_I:
                result.append(SMALL_I)
            elif code == IOTA_SUBSCRIPT:
                result.append(code)
            else:
                result += self.data.folding.get(code, [code])
        if result[:2] == [SMALL_I, DOT_ABOVE]:
            del result[1]
        return [code for code in result if code not in APOSTROPHES]

    def _without_marks(self, codes):
        if codes == SHORT_I:
            return codes
        return [
            code for code in codes if code == IOTA_SUBSCRIPT or not self.is_accent(code)]

    def is_accent(self, code):
        data = self.data
        return code == DEVANAGARI_NUKTA or (
            data.category[code] in ("Mn", "Me") and data.scripts[code] in ACCENTED_SCRIPTS
            and code not in VOICING_MARKS)

    def composed(self, codes):
        """Returns the canonical composition of decomposed text."""
        result = []
        starter = None
        last = 0
        for code in codes:
            combining = self.data.combining[code]
            blocked = starter is None or (last >= combining and len(result) - 1 != starter)
            if not blocked and self._composition(result[starter], code) is not None:
                result[starter] = self._composition(result[starter], code)
                continue
            if combining == 0:
                starter = len(result)
            last = combining
            result.append(code)
        return result

    def _composition(self, first, second):
        if 0x1100 <= first < 0x1113 and 0x1161 <= second < 0x1176:
            return 0xAC00 + ((first - 0x1100) * 21 + second - 0x1161) * 28
        if 0xAC00 <= first < 0xD7A4 and (first - 0xAC00) % 28 == 0 and 0x11A7 < second < 0x11C3:
            return first + second - 0x11A7
        return self.compositions.get((first, second))

    def needs_check(self, codes, keepsMarks):
        """Returns whether text that this is added to may no longer be composed."""
        if not codes:
            return False
        if not keepsMarks and codes == [BREVE]:
            return True
        if IOTA_SUBSCRIPT in codes:
            return True
        endsInMark = len(codes) > 1 and self.data.combining[codes[-1]] != 0
        return endsInMark or codes[0] in self.data.maybe_composed
