/// A suffix that a step of the English stemmer replaces.
struct EnglishSuffix {
    let letters: EnglishLetters
    let replacement: EnglishLetters
    /// The letters of which one must be before the suffix, if any.
    let before: LetterSet?
    /// Whether the suffix must be in the second region, not only in the first.
    let isInRegion2: Bool

    init(
        _ text: String, _ replacement: String = "", after before: String? = nil,
        isInRegion2: Bool = false
    ) {
        letters = EnglishLetters(text)
        self.replacement = EnglishLetters(replacement)
        self.before = before.map(LetterSet.init)
        self.isInRegion2 = isInRegion2
    }
}
