import NacreFormat
import Testing

@Suite struct PreludeTests {
    @Test(arguments: ["", "a", "an", "ann", "anna", "\u{C5}sa"], ["", "x", "first city"])
    func `author and note are read back, and the records after them stay aligned`(
        author: String, note: String
    ) {
        let prelude = Prelude(author: author, note: note)
        let bytes = prelude.encoded
        #expect(prelude.isStorable)
        #expect(bytes.count % Format.alignment == 0)
        #expect(bytes.isEmpty == (author.isEmpty && note.isEmpty))
        #expect(bytes.withView { Prelude($0) } == prelude)
    }

    @Test func `a prelude that could not be read back is not storable`() {
        let long = String(repeating: "x", count: 4096)
        #expect(!Prelude(author: "a\0b", note: "").isStorable)
        #expect(!Prelude(author: "", note: "a\0b").isStorable)
        #expect(!Prelude(author: long, note: "").isStorable)
        #expect(Prelude(author: String(long.dropLast()), note: "").isStorable)
        #expect(Prelude(author: String(long.dropLast()), note: "").encoded.count == 4096)
    }

    @Test func `any bytes are read safely`() {
        for bytes: [UInt8] in [[1], [0], [0, 0, 0, 0], [0, 1, 0, 2], [65, 66, 67, 68]] {
            #expect(bytes.withView { Prelude($0) } != nil)
        }
        #expect([0xFF, 0, 0, 0].withView { Prelude($0) } == nil)
        #expect([65, 0, 0xFF, 0].withView { Prelude($0) } == nil)
    }
}
