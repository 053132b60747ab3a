import Foundation
import NacreCLI
import NacreExchangeCore
import Testing

@Suite struct LineReaderTests {
    /// A line as text with its number and the bytes consumed after it.
    private struct Line: Equatable {
        let text: String
        let number: Int
        let consumed: Int
    }

    private func lines(
        _ bytes: some Sequence<UInt8>, chunkSize: Int, lineLengthMax: Int = 1000
    ) throws -> [Line] {
        try withTemporaryFile(bytes) { path in
            let source = try ByteSource(path: path, chunkSize: chunkSize)
            var reader = LineReader(source, lineLengthMax: lineLengthMax)
            var lines: [Line] = []
            while let line = try reader.next() {
                lines.append(
                    Line(
                        text: String(decoding: line, as: UTF8.self), number: reader.lineNumber,
                        consumed: reader.bytesConsumed))
            }
            #expect(try reader.next() == nil)
            return lines
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 4096])
    func `lines end with LF, CR LF or the file, at any chunk boundary`(chunkSize: Int) throws {
        let text = "one\ntwo\r\n\n\r\na\rb\nlonger than a few chunks\r\nlast"
        let expected = ["one", "two", "", "", "a\rb", "longer than a few chunks", "last"]
        let lines = try lines(text.utf8, chunkSize: chunkSize)
        #expect(lines.map(\.text) == expected)
        #expect(lines.map(\.number) == Array(1...7))
        #expect(lines.map(\.consumed) == [4, 9, 10, 12, 16, 42, 46])
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 4096])
    func `a byte order mark is skipped only at the start`(chunkSize: Int) throws {
        func texts(_ text: String) throws -> [String] {
            try lines(text.utf8, chunkSize: chunkSize).map(\.text)
        }
        #expect(try texts("\u{FEFF}a\n\u{FEFF}b") == ["a", "\u{FEFF}b"])
        #expect(try texts("\u{FEFF}") == [])
        #expect(try texts("\u{FEFF}\n") == [""])
        #expect(try texts("\u{FEFF}\u{FEFF}a") == ["\u{FEFF}a"])
        #expect(try texts("\u{FEFE}a") == ["\u{FEFE}a"])
        #expect(try lines([0xEF, 0xBB], chunkSize: chunkSize).map(\.consumed) == [2])
        #expect(try lines("\u{FEFF}a\nb".utf8, chunkSize: chunkSize).map(\.consumed) == [5, 6])
    }

    @Test func `an empty file has no lines, and a single line feed is one line`() throws {
        #expect(try lines([], chunkSize: 4).isEmpty)
        #expect(try lines([0x0A], chunkSize: 4).map(\.text) == [""])
        #expect(try lines([0x0D], chunkSize: 4).map(\.text) == ["\r"])
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 4096])
    func `a line may have the maximum length and not a byte more`(chunkSize: Int) throws {
        for end in ["", "\n", "\r\n"] {
            let texts = try lines("ab\n12345\(end)".utf8, chunkSize: chunkSize, lineLengthMax: 5)
            #expect(texts.map(\.text) == ["ab", "12345"])
            let error = #expect(throws: ImportError.self) {
                try lines("ab\n123456\(end)".utf8, chunkSize: chunkSize, lineLengthMax: 5)
            }
            #expect(error?.line == 2)
            #expect(error?.message.contains("more than 5 bytes") == true)
        }
    }

    @Test func `a line stays unchanged while more is read`() throws {
        try withTemporaryFile("first\nsecond\nthird".utf8) { path in
            var reader = LineReader(try ByteSource(path: path, chunkSize: 7))
            let first = try #require(try reader.next())
            while try reader.next() != nil {}
            #expect(Array(first) == Array("first".utf8))
            #expect(reader.fileSize == 18)
            #expect(reader.bytesConsumed == 18)
        }
    }

    @Test func `a missing file and a directory have different errors`() {
        let missing = #expect(throws: ImportError.self) { try ByteSource(path: "/no/such/file") }
        #expect(missing?.description.hasPrefix("/no/such/file: There is no such file.") == true)
        let path = FileManager.default.temporaryDirectory.path
        let directory = #expect(throws: ImportError.self) { try ByteSource(path: path) }
        #expect(directory?.message.contains("directory") == true)
    }
}
