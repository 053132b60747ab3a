import NacreText
import Testing

/// An index remembers the name of its tokenizer, so terms may only change together with the name.
@Suite struct VersionTests {
    /// The digests of the terms of ``sample``. If one changes, count the version in the tokenizer's
    /// name up and write the new digest here.
    private static let digests: [String: UInt64] = [
        "words/1/unicode15.0": 0x33e54b656576d456,
        "words.exactMarks/1/unicode15.0": 0xdf46af6d96e9f150,
        "code/1/unicode15.0": 0xd20f52a6898ca755,
        "trigrams/1/unicode15.0": 0xe651966100c110e8,
        "stems.english/1/unicode15.0": 0x4fe9ca85e4800951,
    ]

    @Test(arguments: Tokenizer.builtIn)
    func `the terms of a sample only change with the tokenizer's name`(
        _ tokenizer: Tokenizer
    ) {
        let name = tokenizer.name.description
        let digest = Self.digest(of: tokenizer)
        #expect(Self.digests[name] == digest, "\"\(name)\": 0x\(String(digest, radix: 16)),")
    }

    /// Returns a digest of all terms with their places, by FNV-1a.
    private static func digest(of tokenizer: Tokenizer) -> UInt64 {
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ byte: UInt8) { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let bytes = sample()
        tokenizer.forEachTerm(in: bytes.span) { term, place in
            for index in term.indices { add(term[index]) }
            for number in [place.position, place.range.lowerBound, place.range.upperBound] {
                for shift in [0, 8, 16] { add(UInt8(truncatingIfNeeded: number >> shift)) }
            }
            add(place.kind.rawValue)
        }
        return digest
    }

    /// Makes a text of the characters of the lower planes between letters, of random ones that
    /// matter, and of English words.
    private static func sample() -> [UInt8] {
        var random = RandomText(seed: 15)
        var text = random.mixedText(count: 5_000)
        for value in UInt32(0)..<0x2_0000 where !(0x4F00..<0x9F00).contains(value) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            text.unicodeScalars.append(" ")
            text.unicodeScalars.append(scalar)
            text.unicodeScalars.append("i")
            text.unicodeScalars.append(scalar)
        }
        text += " relational hopefulness running fooBarHTTPServer2 _x9 1,234.5"
        return Array(text.utf8)
    }
}
