import NacreSearch
import Testing

@Suite struct FuzzyMatcherTests {
    private func distance(_ term: String, _ candidate: String, edits: Int) -> Int? {
        var matcher = FuzzyMatcher(term: Array(term.utf8), edits: edits)
        return matcher.distance(of: Array(candidate.utf8).span)
    }

    @Test(arguments: [
        ("swift", "swift", 0), ("swift", "swft", 1), ("swift", "swiift", 1), ("swift", "swigt", 1),
        ("swift", "wsift", 1), ("swift", "siwft", 1), ("swift", "swfti", 2), ("swift", "wift", 1),
        ("swift", "swif", 1), ("swift", "swifts", 1), ("swift", "aswift", 1),
        ("swift", "swiftly", 2),
        ("ca", "abc", 3), ("", "", 0), ("", "ab", 2), ("ab", "", 2), ("a", "b", 1), ("ab", "ba", 1),
        ("stra\u{DF}e", "strase", 1), ("\u{1F600}\u{1F601}", "\u{1F601}\u{1F600}", 1),
        ("\u{43C}\u{438}\u{440}", "\u{43C}\u{435}\u{440}", 1),
    ])
    func `the distance counts insertions, deletions, replacements and swaps`(
        _ term: String, _ candidate: String, _ expected: Int
    ) {
        for edits in 0...FuzzyMatcher.editsMax {
            let found = distance(term, candidate, edits: edits)
            #expect(found == (expected <= edits ? expected : nil), "\(edits)")
            let isWithin = FuzzyMatcher.isWithin(
                edits: edits, of: Array(term.utf8), Array(candidate.utf8).span)
            #expect(isWithin == (expected <= edits))
        }
    }

    @Test func `walking a sorted dictionary gives the distances of a full table`() {
        for seed in UInt64(0)..<300 {
            var random = SplitMix64(seed: seed)
            let letters = Array(["a", "b", "c", "\u{E4}", "\u{4E2D}", "\u{1F600}"])
            func word() -> String {
                let count = random.next(upTo: 7)
                return (0..<count).map { _ in letters[Int(random.next(upTo: 5))] }.joined()
            }
            let term = word()
            let edits = Int(random.next(upTo: 3))
            let words = Set((0..<200).map { _ in word() }).map { Array($0.utf8) }
                .sorted { $0.lexicographicallyPrecedes($1) }
            var matcher = FuzzyMatcher(term: Array(term.utf8), edits: edits)
            var dead: [[UInt8]] = []
            for word in words {
                let expected = FullDistance.between(term, String(decoding: word, as: UTF8.self))
                let found = matcher.distance(of: word.span)
                let remark = "seed \(seed): \(term) \(String(decoding: word, as: UTF8.self))"
                #expect(found == (expected <= edits ? expected : nil), "\(remark)")
                if let length = matcher.deadLength {
                    #expect(found == nil, "\(remark)")
                    dead.append(Array(word[..<length]))
                }
            }
            for word in words where dead.contains(where: { word.starts(with: $0) }) {
                let expected = FullDistance.between(term, String(decoding: word, as: UTF8.self))
                #expect(expected > edits, "seed \(seed): skipped a match")
            }
        }
    }

    @Test func `a beginning is dead as soon as no candidate with it can match`() {
        var matcher = FuzzyMatcher(term: Array("swift".utf8), edits: 1)
        #expect(matcher.distance(of: "sxyft") == nil)
        #expect(matcher.deadLength == 3)
        #expect(matcher.distance(of: "sxyzz") == nil)
        #expect(matcher.deadLength == 3)
        #expect(matcher.distance(of: "sxift") == 1)
        #expect(matcher.deadLength == nil)
        let canMatch = ["wsi", "wss", "", "a\u{E4}"].map {
            matcher.canMatch(prefix: Array($0.utf8))
        }
        #expect(canMatch == [true, false, true, false])
        #expect(matcher.distance(of: "swiftlys") == nil)
        #expect(matcher.deadLength == 7)
    }

    @Test func `bytes that are not well-formed match nothing, and change no later distance`() {
        let damaged: [[UInt8]] = [
            [0x61, 0xFF], [0xC3], [0xE4, 0xB8], [0xC0, 0x80], [0xED, 0xA0, 0x80],
            [0xF5, 0x80, 0x80, 0x80], [0xE4, 0x61, 0x61], [0x80],
        ]
        var matcher = FuzzyMatcher(term: Array("a\u{E4}b".utf8), edits: 2)
        for bytes in damaged {
            #expect(matcher.distance(of: bytes) == nil)
            #expect(matcher.distance(of: "a\u{E4}") == 1)
            // A cut scalar may be part of a match.
            let canMatch = matcher.canMatch(prefix: [0x61, 0xC3])
            #expect(canMatch)
        }
        var unmatched = FuzzyMatcher(term: [0xFF, 0x61], edits: 1)
        #expect(unmatched.distance(of: "a") == 1)
        #expect(unmatched.distance(of: [0xFF, 0x61]) == nil)
    }
}

extension FuzzyMatcher {
    fileprivate mutating func distance(of candidate: String) -> Int? {
        distance(of: Array(candidate.utf8))
    }

    fileprivate mutating func distance(of candidate: [UInt8]) -> Int? {
        distance(of: candidate.span)
    }

    fileprivate mutating func canMatch(prefix: [UInt8]) -> Bool {
        canMatch(prefix: prefix.span)
    }
}
