"""Shortens the published vocabulary of the English stemmer for the tests.

    stem_vectors.py FOLDER

FOLDER holds voc.txt and output.txt: a word in each line, and its stem. In the result each word is
the number of letters that it shares with the word before, as a letter from "a" on, and its other
letters. If the stem differs from the word, a space follows, how many letters of the word it lacks
at the end, in the same form, and what it has instead.
"""

import os.path
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RESULT = ROOT / "Tests" / "NacreTextTests" / "Resources" / "EnglishStems.txt"
NOTICE = """\
# English words and their stems, from the test data of Snowball, shortened by
# Tools/text-tables/stem_vectors.py.
# Copyright (c) 2001, Dr Martin Porter
# Copyright (c) 2004,2005, Richard Boulton
# All rights reserved.
#
# Redistribution and use in source and binary forms, with or without modification, are permitted
# provided that the following conditions are met:
#
#   1. Redistributions of source code must retain the above copyright notice, this list of
#      conditions and the following disclaimer.
#   2. Redistributions in binary form must reproduce the above copyright notice, this list of
#      conditions and the following disclaimer in the documentation and/or other materials provided
#      with the distribution.
#   3. Neither the name of the Snowball project nor the names of its contributors may be used to
#      endorse or promote products derived from this software without specific prior written
#      permission.
#
# THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR
# IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND
# FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT OWNER OR
# CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
# DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE,
# DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER
# IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT
# OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
"""


def count(number):
    return chr(ord("a") + number)


def lines(words, stems):
    last = ""
    for word, stem in zip(words, stems):
        shared = len(os.path.commonprefix([last, word]))
        line = count(shared) + word[shared:]
        if stem != word:
            kept = len(os.path.commonprefix([word, stem]))
            line += " " + count(len(word) - kept) + stem[kept:]
        yield line
        last = word


def main():
    folder = pathlib.Path(sys.argv[1])
    words = (folder / "voc.txt").read_text(encoding="utf-8").split()
    stems = (folder / "output.txt").read_text(encoding="utf-8").split()
    if len(words) != len(stems):
        raise ValueError("the files have different numbers of words")
    RESULT.write_text(NOTICE + "\n".join(lines(words, stems)) + "\n")


main()
