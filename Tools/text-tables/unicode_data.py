"""Reads the files of the Unicode Character Database that the tables are made of."""

import collections
import os
import re


class UnicodeData:
    """Properties of all code points, by the files in one folder."""

    MAX = 0x110000

    def __init__(self, folder):
        self.folder = folder
        self.version = self._version()
        self._read_names()
        self.word_break = self._property("auxiliary/WordBreakProperty.txt", "Other")
        self.scripts = self._property("Scripts.txt", "Unknown")
        self.line_break = self._property("LineBreak.txt", "XX")
        self.grapheme_break = self._property("auxiliary/GraphemeBreakProperty.txt", "Other")
        self.emoji = self._sets("emoji/emoji-data.txt")
        self.core = self._sets("DerivedCoreProperties.txt")
        self.props = self._sets("PropList.txt")
        self.normalization = self._sets("DerivedNormalizationProps.txt")
        self.maybe_composed = self._quick_check("M")
        self._read_case_folding()

    def lines(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            for line in file:
                line = line.split("#")[0].strip()
                if line:
                    yield [field.strip() for field in line.split(";")]

    def _version(self):
        with open(os.path.join(self.folder, "CaseFolding.txt"), encoding="utf-8") as file:
            return re.search(r"CaseFolding-(\d+\.\d+)\.\d+\.txt", file.readline()).group(1)

    @staticmethod
    def codes(field):
        ends = [int(end, 16) for end in field.split("..")]
        return range(ends[0], ends[-1] + 1)

    def _property(self, name, default):
        values = [default] * self.MAX
        for fields in self.lines(name):
            for code in self.codes(fields[0]):
                values[code] = fields[1]
        return values

    def _sets(self, name):
        sets = collections.defaultdict(set)
        for fields in self.lines(name):
            sets[fields[1]].update(self.codes(fields[0]))
        return sets

    def _quick_check(self, value):
        codes = set()
        for fields in self.lines("DerivedNormalizationProps.txt"):
            if fields[1] == "NFC_QC" and fields[2] == value:
                codes.update(self.codes(fields[0]))
        return codes

    def _read_names(self):
        self.category = ["Cn"] * self.MAX
        self.combining = [0] * self.MAX
        self.canonical = {}
        self.width = {}
        first = None
        for fields in self.lines("UnicodeData.txt"):
            code = int(fields[0], 16)
            if fields[1].endswith(", First>"):
                first = code
                continue
            codes = range(first, code + 1) if fields[1].endswith(", Last>") else [code]
            for one in codes:
                self.category[one] = fields[2]
                self.combining[one] = int(fields[3])
            mapping = fields[5].split()
            if mapping and not mapping[0].startswith("<"):
                self.canonical[code] = [int(part, 16) for part in mapping]
            elif mapping and mapping[0] in ("<wide>", "<narrow>"):
                self.width[code] = int(mapping[1], 16)

    def _read_case_folding(self):
        self.folding = {}
        for code, status, mapping, *_ in self.lines("CaseFolding.txt"):
            if status in "CF":
                self.folding[int(code, 16)] = [int(part, 16) for part in mapping.split()]

    # Normalization, as in UAX #15.

    def decomposed(self, codes):
        """Returns the canonical decomposition, in canonical order."""
        result = []
        for code in codes:
            result += self._decomposition(code)
        index = 0
        while index < len(result):
            start = index
            while index < len(result) and self.combining[result[index]] != 0:
                index += 1
            result[start:index] = sorted(result[start:index], key=lambda c: self.combining[c])
            index += 1
        return result

    def _decomposition(self, code):
        if 0xAC00 <= code < 0xD7A4:
            lead, rest = divmod(code - 0xAC00, 588)
            vowel, tail = divmod(rest, 28)
            return [0x1100 + lead, 0x1161 + vowel] + ([0x11A7 + tail] if tail else [])
        if code not in self.canonical:
            return [code]
        return [part for first in self.canonical[code] for part in self._decomposition(first)]

    @property
    def compositions(self):
        """The pairs of code points that are composed, without those of Hangul."""
        excluded = self.normalization["Full_Composition_Exclusion"]
        return {
            tuple(parts): code
            for code, parts in self.canonical.items()
            if len(parts) == 2 and code not in excluded
        }
