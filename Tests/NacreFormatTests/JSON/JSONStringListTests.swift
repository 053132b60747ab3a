import NacreFormat
import NacreTestSupport
import Testing

/// Arrays of strings that are read and written without a tree: as the parser and the writer do it.
@Suite struct JSONStringListTests {
    private static let pieces = ["", "a", "\"", "\\", "\u{e9}", "\n", "plain text", ","]
    private static let string = Generator<[String]>.array(
        of: .element(of: pieces), count: 0...4
    ).map { $0.joined() }
    private static let strings = Generator<[String]>.array(of: string, count: 0...5)

    private static func parsed(_ bytes: [UInt8]) -> [String]? {
        guard let elements = (try? JSONParser.parse(bytes))?.asArray else { return nil }
        let strings = elements.compactMap(\.asString)
        return strings.count == elements.count ? strings : nil
    }

    @Test func `strings are written as the writer writes them, and read back`() {
        property("string lists", Self.strings) { strings in
            let buffer = ByteBuffer()
            JSONStringList.append(strings, to: buffer)
            let expected = JSONWriter.bytes(of: .array(strings.map { .string($0) }))
            let written = buffer.read { $0.bytes }
            try requireEqual(written, expected, "written")
            let isPlain = strings.allSatisfy { string in
                !string.utf8.contains { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }
            }
            let read = written.withView { JSONStringList.strings(in: $0) }
            try requireEqual(read, isPlain ? strings : nil, "read")
        }
    }

    @Test func `any bytes are read as by the parser, or left to it`() {
        let bytes = Generator<UInt8>.element(of: Array("[]\",\\a \u{e9}n{".utf8) + [0xFF, 0, 0x7F])
        property("hostile string lists", runs: 2000, .array(of: bytes, count: 0...12)) { bytes in
            for text in [bytes, Array("[\"".utf8) + bytes + Array("\"]".utf8)] {
                guard let read = text.withView({ JSONStringList.strings(in: $0) }) else { continue }
                try requireEqual(read, Self.parsed(text), "\(text)")
            }
        }
    }
}
