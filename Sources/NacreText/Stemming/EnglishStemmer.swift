/// Reduces English words to their stems, by the algorithm that its author, Martin Porter, calls
/// English or Porter2, in the version of 2026. Words with characters beyond ASCII stay as they are.
struct EnglishStemmer {
    private let rules = EnglishRules.shared
    /// The word, in lower case; a y that is a consonant is an upper case letter.
    private(set) var word: [UInt8] = []
    /// The offset of the region after the first consonant that follows a vowel.
    private(set) var region1 = 0
    /// The offset of the region after the second one.
    private(set) var region2 = 0

    /// Calls a closure with the stem of a word.
    mutating func stem(
        _ buffer: borrowing TermBuffer, _ place: TermPlace,
        _ body: (Span<UInt8>, TermPlace) -> Void
    ) {
        word.removeAll(keepingCapacity: true)
        for offset in 0..<buffer.count { word.append(buffer[offset]) }
        stem()
        body(word.span, place)
    }

    /// Returns the stem of a word in lower case.
    mutating func stem(of word: [UInt8]) -> [UInt8] {
        self.word = word
        stem()
        return self.word
    }

    private mutating func stem() {
        guard word.count >= 3, word.allSatisfy({ $0 < 0x80 }) else { return }
        if let stem = exception { return replaceLast(word.count, with: stem) }
        markConsonants()
        markRegions()
        removePlural()
        removePast()
        replaceY()
        replaceSuffix(rules.step2, in: region1)
        replaceSuffix(rules.step3, in: region1)
        replaceSuffix(rules.step4, in: region2)
        removeFinalLetter()
        for index in word.indices where word[index] == UInt8(ascii: "Y") {
            word[index] = UInt8(ascii: "y")
        }
    }

    private var exception: EnglishLetters? {
        if word.count > 8 { return nil }
        let bits = EnglishLetters.bits(of: word, before: word.count)
        return rules.exceptions.first { $0.word.bits == bits }?.stem
    }

    private mutating func markConsonants() {
        if word[0] == UInt8(ascii: "'") { word.removeFirst() }
        if word[0] == UInt8(ascii: "y") { word[0] = UInt8(ascii: "Y") }
        for index in 1..<word.count
        where word[index] == UInt8(ascii: "y") && Self.isVowel(word[index - 1]) {
            word[index] = UInt8(ascii: "Y")
        }
    }

    private mutating func markRegions() {
        let first = EnglishLetters.bits(of: word, before: min(word.count, 8))
        let beginning = rules.beginnings.first {
            $0.count <= word.count
                && first >> UInt64(8 * (min(word.count, 8) - $0.count)) == $0.bits
        }
        region1 = beginning?.count ?? offsetAfterSyllable(from: 0)
        region2 = offsetAfterSyllable(from: region1)
    }

    /// Returns the offset after the first consonant that follows a vowel.
    private func offsetAfterSyllable(from start: Int) -> Int {
        var index = start
        while index < word.count, !Self.isVowel(word[index]) { index += 1 }
        while index < word.count, Self.isVowel(word[index]) { index += 1 }
        return min(index + 1, word.count)
    }

    // Tests of the word

    /// Returns the first of some suffixes that the word has.
    private func suffix(of suffixes: [EnglishLetters]) -> EnglishLetters? {
        let end = EnglishLetters.bits(of: word, before: word.count)
        return suffixes.first { $0.isEnd(of: end) }
    }

    private func has(_ suffix: EnglishLetters, before end: Int? = nil) -> Bool {
        suffix.isEnd(of: EnglishLetters.bits(of: word, before: end ?? word.count))
    }

    /// Returns whether all that is before an offset is one of some words.
    private func isWord(before end: Int, in words: [EnglishLetters]) -> Bool {
        guard end <= min(word.count, 8) else { return false }
        let bits = EnglishLetters.bits(of: word, before: end)
        return words.contains { $0.bits == bits }
    }

    private func hasVowel(before end: Int) -> Bool {
        for index in 0..<max(end, 0) where Self.isVowel(word[index]) { return true }
        return false
    }

    /// Returns whether the word ends in a short syllable before an offset.
    private func isShort(before end: Int) -> Bool {
        guard end >= 2 else { return false }
        let (vowel, last) = (word[end - 2], word[end - 1])
        if Self.isVowel(vowel), !Self.isVowel(last) {
            if end == 2 { return true }
            let first = word[end - 3]
            let isLong =
                last == UInt8(ascii: "w") || last == UInt8(ascii: "x") || last == UInt8(ascii: "Y")
            if !Self.isVowel(first), !isLong { return true }
        }
        return has(rules.past, before: end)
    }

    private static func isVowel(_ letter: UInt8) -> Bool {
        switch letter {
        case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"),
            UInt8(ascii: "u"), UInt8(ascii: "y"):
            true
        default: false
        }
    }

    private mutating func replaceLast(_ count: Int, with letters: EnglishLetters) {
        word.removeLast(count)
        for place in (0..<letters.count).reversed() { word.append(letters[place]) }
    }

    // The steps

    /// Step 1a.
    private mutating func removePlural() {
        if let suffix = suffix(of: rules.possessives) { word.removeLast(suffix.count) }
        if has(rules.sses) {
            word.removeLast(2)
        } else if has(rules.ied) || has(rules.ies) {
            // "ties" becomes "tie", "cries" becomes "cri".
            word.removeLast(word.count >= 5 ? 2 : 1)
        } else if word.last == UInt8(ascii: "s"), word.count >= 2 {
            let before = word[word.count - 2]
            if before == UInt8(ascii: "u") || before == UInt8(ascii: "s") { return }
            if hasVowel(before: word.count - 2) { word.removeLast() }
        }
    }

    /// Step 1b.
    private mutating func removePast() {
        if let suffix = suffix(of: rules.eeds) {
            let start = word.count - suffix.count
            let isException = isWord(before: start, in: rules.wordsBeforeEed)
            if start >= region1, !isException { word.removeLast(suffix.count - 2) }
            return
        }
        var suffix = suffix(of: rules.pasts)
        if has(rules.ing) {
            let start = word.count - 3
            if start == 2, word[1] == UInt8(ascii: "y"), !Self.isVowel(word[0]) {
                // "dying" becomes "die".
                return replaceLast(4, with: rules.ie)
            }
            if isWord(before: start, in: rules.wordsBeforeIng) { return }
            suffix = rules.ing
        }
        guard let suffix, hasVowel(before: word.count - suffix.count) else { return }
        word.removeLast(suffix.count)
        if self.suffix(of: rules.endingsBeforeE) != nil {
            word.append(UInt8(ascii: "e"))
        } else if endsInDoubleConsonant {
            let isOdd = word.count == 3 && rules.keptBeforeDoubles.contains(word[0])
            if !isOdd { word.removeLast() }
        } else if region1 == word.count, isShort(before: word.count) {
            word.append(UInt8(ascii: "e"))
        }
    }

    private var endsInDoubleConsonant: Bool {
        guard word.count >= 2, let last = word.last, word[word.count - 2] == last else {
            return false
        }
        return rules.doubles.contains(last)
    }

    /// Step 1c.
    private mutating func replaceY() {
        guard word.count > 2, let last = word.last,
            last == UInt8(ascii: "y") || last == UInt8(ascii: "Y"),
            !Self.isVowel(word[word.count - 2])
        else { return }
        word[word.count - 1] = UInt8(ascii: "i")
    }

    /// Steps 2 to 4: replaces the longest of some suffixes, if it is in its region and after the
    /// right letters.
    /// - Parameter region: The offset before which no suffix of the step is replaced.
    private mutating func replaceSuffix(_ suffixes: [EnglishSuffix], in region: Int) {
        // Most words are so short that no suffix can be in the region.
        guard word.count >= region + EnglishRules.suffixMin else { return }
        let end = EnglishLetters.bits(of: word, before: word.count)
        guard let suffix = suffixes.first(where: { $0.letters.isEnd(of: end) }) else { return }
        let start = word.count - suffix.letters.count
        guard start >= (suffix.isInRegion2 ? region2 : region1) else { return }
        if let before = suffix.before {
            guard start > 0, before.contains(word[start - 1]) else { return }
        }
        replaceLast(suffix.letters.count, with: suffix.replacement)
    }

    /// Step 5.
    private mutating func removeFinalLetter() {
        guard let last = word.last else { return }
        let start = word.count - 1
        if last == UInt8(ascii: "e") {
            let isRemoved = start >= region2 || (start >= region1 && !isShort(before: start))
            if isRemoved { word.removeLast() }
        } else if last == UInt8(ascii: "l"), start >= region2, start > 0 {
            if word[start - 1] == last { word.removeLast() }
        }
    }
}
