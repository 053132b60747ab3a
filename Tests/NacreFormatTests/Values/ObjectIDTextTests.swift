import NacreFormat
import Testing

@Suite struct ObjectIDTextTests {
    @Test(
        arguments: [
            (0, "0000000000000"), (1, "0000000000001"), (31, "000000000000z"),
            (32, "0000000000010"),
            (.max, "fzzzzzzzzzzzz"), (1 << 63, "8000000000000"),
        ] as [(UInt64, String)])
    func `ids have 13 digits, most significant first`(id: UInt64, text: String) {
        #expect(ObjectIDText.text(id) == text)
        #expect(ObjectIDText.id(text) == id)
    }

    @Test func `texts are ordered like their ids`() {
        var ids: [UInt64] = []
        for bit in 0..<64 as Range<UInt64> {
            ids += [1 << bit, (1 << bit) - 1, .max >> bit]
        }
        ids.sort()
        let texts = ids.map { Array(ObjectIDText.text($0).utf8) }
        for (lower, higher) in zip(texts, texts.dropFirst()) where lower != higher {
            #expect(lower.lexicographicallyPrecedes(higher))
        }
    }

    @Test(arguments: [
        "", "000000000000", "00000000000000", "g000000000000", "z000000000000", "000000000000i",
        "000000000000l", "000000000000o", "000000000000u", "000000000000A", "00000000000\u{E9}",
    ])
    func `text that is not an id is refused`(text: String) {
        #expect(ObjectIDText.id(text) == nil)
    }
}
