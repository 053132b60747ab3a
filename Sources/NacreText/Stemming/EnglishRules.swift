/// The word lists of the English stemmer. Of suffixes that end alike, the longest is first. A
/// stemmer keeps the lists, because each access to a static property costs a call.
final class EnglishRules: Sendable {
    static let shared = EnglishRules()

    /// Words that are not stemmed by rules, of at most eight letters, and their stems.
    let exceptions: [(word: EnglishLetters, stem: EnglishLetters)] = {
        let changed = [
            ("skis", "ski"), ("skies", "sky"), ("idly", "idl"), ("gently", "gentl"),
            ("ugly", "ugli"), ("early", "earli"), ("only", "onli"), ("singly", "singl"),
        ]
        let kept = ["sky", "news", "howe", "atlas", "cosmos", "bias", "andes"]
        let all = changed + kept.map { ($0, $0) }
        return all.map { (EnglishLetters($0.0), EnglishLetters($0.1)) }
    }()

    /// Beginnings of words that are longer than their first region would leave.
    let beginnings = EnglishLetters.all([
        "gener", "commun", "arsen", "past", "univers", "later", "emerg", "organ", "inter",
    ])

    let possessives = EnglishLetters.all(["'s'", "'s", "'"])
    let sses = EnglishLetters("sses")
    let ied = EnglishLetters("ied")
    let ies = EnglishLetters("ies")
    let past = EnglishLetters("past")
    let ie = EnglishLetters("ie")
    let ing = EnglishLetters("ing")
    let pasts = EnglishLetters.all(["ingly", "edly", "ed"])
    let eeds = EnglishLetters.all(["eedly", "eed"])
    let wordsBeforeEed = EnglishLetters.all(["proc", "exc", "succ"])
    let wordsBeforeIng = EnglishLetters.all(["inn", "out", "cann", "herr", "earr", "even"])
    let endingsBeforeE = EnglishLetters.all(["at", "bl", "iz"])
    let doubles = LetterSet("bdfgmnprt")
    let keptBeforeDoubles = LetterSet("aeo")

    /// The length of the shortest suffix in the lists of steps 2 to 4.
    static let suffixMin = 2

    let step2 = [
        EnglishSuffix("ational", "ate"), EnglishSuffix("fulness", "ful"),
        EnglishSuffix("iveness", "ive"), EnglishSuffix("ization", "ize"),
        EnglishSuffix("ousness", "ous"), EnglishSuffix("biliti", "ble"),
        EnglishSuffix("lessli", "less"), EnglishSuffix("tional", "tion"),
        EnglishSuffix("alism", "al"), EnglishSuffix("aliti", "al"), EnglishSuffix("ation", "ate"),
        EnglishSuffix("entli", "ent"), EnglishSuffix("fulli", "ful"),
        EnglishSuffix("iviti", "ive"), EnglishSuffix("ogist", "og"), EnglishSuffix("ousli", "ous"),
        EnglishSuffix("abli", "able"), EnglishSuffix("alli", "al"), EnglishSuffix("anci", "ance"),
        EnglishSuffix("ator", "ate"), EnglishSuffix("enci", "ence"), EnglishSuffix("izer", "ize"),
        EnglishSuffix("bli", "ble"), EnglishSuffix("ogi", "og", after: "l"),
        EnglishSuffix("li", after: "cdeghkmnrt"),
    ]

    let step3 = [
        EnglishSuffix("ational", "ate"), EnglishSuffix("tional", "tion"),
        EnglishSuffix("alize", "al"), EnglishSuffix("ative", isInRegion2: true),
        EnglishSuffix("icate", "ic"), EnglishSuffix("iciti", "ic"), EnglishSuffix("ical", "ic"),
        EnglishSuffix("ness"), EnglishSuffix("ful"),
    ]

    let step4 =
        [
            "ement", "able", "ance", "ence", "ible", "ment", "ant", "ate", "ent", "ism", "iti",
            "ive", "ize", "ous", "al", "er", "ic",
        ].map { EnglishSuffix($0, isInRegion2: true) }
        + [EnglishSuffix("ion", after: "st", isInRegion2: true)]
}
