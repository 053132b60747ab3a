import Foundation
import NacreFormat
import NacreTestSupport
import Testing

/// Searches for sequences of bytes, compared with a search byte by byte.
@Suite struct ByteSearchTests {
    private struct Case {
        let text: [UInt8]
        let part: [UInt8]
    }

    /// Texts and parts of few letters. Some parts are cut out of the text, and some texts have
    /// bytes that are not ASCII.
    private static let cases = Generator<Case> { choices throws(Rejection) in
        let alphabets: [[UInt8]] = [
            [0x61], [0x61, 0x62], [0x61, 0x41, 0x62], [0x40, 0x60, 0x5B],
        ]
        let letters = alphabets[try choices.draw(.integer(in: 0...3))]
        func some(_ count: Int) throws(Rejection) -> [UInt8] {
            var bytes: [UInt8] = []
            for _ in 0..<count {
                bytes.append(letters[try choices.draw(.integer(in: 0...letters.count - 1))])
            }
            return bytes
        }
        var text = try some(try choices.draw(.integer(in: 0...150)))
        let length = try choices.draw(.integer(in: 0...40))
        var part = try some(length)
        if length <= text.count, try choices.draw(.integer(in: 0...2)) == 0 {
            let start = try choices.draw(.integer(in: 0...text.count - length))
            part = Array(text[start..<start + length])
        }
        if !text.isEmpty, try choices.draw(.integer(in: 0...2)) == 0 {
            text[try choices.draw(.integer(in: 0...text.count - 1))] = 0xC3
        }
        return Case(text: text, part: part)
    }

    /// Periodic texts with up to two other letters, and parts that nearly occur in them often: so
    /// often that the search gives up comparing place by place.
    private static let periodicCases = Generator<Case> { choices throws(Rejection) in
        var unit: [UInt8] = []
        for _ in 0...(try choices.draw(.integer(in: 0...4)) as Int) {
            unit.append(0x61 + UInt8(try choices.draw(.integer(in: 0...1)) as Int))
        }
        let count = 50 + (try choices.draw(.integer(in: 0...400)) as Int)
        var text = (0..<count).map { unit[$0 % unit.count] }
        for _ in 0..<(try choices.draw(.integer(in: 0...2)) as Int) {
            text[try choices.draw(.integer(in: 0...count - 1))] ^= 3
        }
        let length = 2 + (try choices.draw(.integer(in: 0...20)) as Int)
        let start = try choices.draw(.integer(in: 0...count - length)) as Int
        var part = Array(text[start..<start + length])
        for _ in 0..<(try choices.draw(.integer(in: 0...2)) as Int) {
            part[try choices.draw(.integer(in: 0...length - 1))] ^= 3
        }
        return Case(text: text, part: part)
    }

    private static func lowercased(_ bytes: [UInt8]) -> [UInt8] {
        bytes.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    }

    private static func firstOffset(of part: [UInt8], in text: [UInt8]) -> Int? {
        guard part.count <= text.count else { return nil }
        return (0...text.count - part.count).first { text[$0...].starts(with: part) }
    }

    private static func requireSameAsByteByByte(_ text: [UInt8], _ part: [UInt8]) throws {
        try GuardedBytes.withBytes(text) { text in
            try part.withView { part in
                let found = text.search(for: part)
                try requireEqual(found.offset, firstOffset(of: part.bytes, in: text.bytes))
                try requireEqual(found.isASCII, text.bytes.allSatisfy { $0 < 0x80 })
            }
            try lowercased(part).withView { part in
                let found = text.search(for: part, ignoringCase: true)
                let expected = firstOffset(of: part.bytes, in: lowercased(text.bytes))
                try requireEqual(found.offset, expected, "ignoring case")
                try requireEqual(found.isASCII, text.bytes.allSatisfy { $0 < 0x80 })
            }
        }
    }

    @Test func `the first occurrence is found, and no byte after the end is read`() {
        property("search", runs: 4_000, Self.cases) { item in
            try Self.requireSameAsByteByByte(item.text, item.part)
        }
    }

    @Test func `the first occurrence is found after many comparisons in vain`() {
        property("periodic", runs: 4_000, Self.periodicCases) { item in
            try Self.requireSameAsByteByByte(item.text, item.part)
        }
    }

    @Test func `an occurrence is found at any place of texts around the size of a block`() throws {
        for count in [1, 7, 15, 16, 17, 31, 63, 64, 65, 80, 95, 128, 129] {
            for length in [1, 2, 3, 15, 16, 17, 33] where length <= count {
                for start in 0...count - length {
                    var text = [UInt8](repeating: 0x61, count: count)
                    for offset in 0..<length { text[start + offset] = 0x62 + UInt8(offset % 3) }
                    try Self.requireSameAsByteByByte(text, Array(text[start..<start + length]))
                }
            }
        }
    }

    /// Texts and parts that defeat simple searches: the part nearly occurs everywhere, with a
    /// difference at its start, in its middle, or at its end.
    @Test func `any search takes a number of steps that is linear`() {
        let count = 200_000
        for length in [2, 3, 50, 1000, 65_536] {
            for place in [0, 1, length / 4, length / 2, length - 2, length - 1] {
                var part = [UInt8](repeating: 0x61, count: length)
                part[place] = 0x62
                for text in Self.repetitive(count, length) {
                    let steps = text.withView { text in
                        part.withView { text.search(for: $0).steps }
                    }
                    #expect(steps <= 8 * (count + length), "\(length) \(place)")
                }
            }
        }
    }

    /// Returns texts of one letter, with or without another one at a distance.
    private static func repetitive(_ count: Int, _ distance: Int) -> [[UInt8]] {
        var other = [UInt8](repeating: 0x61, count: count)
        for offset in stride(from: 0, to: count, by: distance + 1) { other[offset] = 0x62 }
        return [[UInt8](repeating: 0x61, count: count), other]
    }

    @Test func `periodic parts are found in linear time as well`() {
        // The word of Fibonacci has many periods.
        var (one, other): ([UInt8], [UInt8]) = ([0x61], [0x61, 0x62])
        while other.count < 100_000 { (one, other) = (other, other + one) }
        for length in [10, 100, 1000, 10_000] {
            for end in [0x61, 0x62, 0x63] as [UInt8] {
                let part = Array(other[5..<5 + length] + [end])
                let found = other.withView { text in part.withView { text.search(for: $0) } }
                #expect(found.offset == Self.firstOffset(of: part, in: other))
                #expect(found.steps <= 8 * (other.count + length))
            }
        }
    }

    @Test func `the check of UTF-8 agrees with Swift`() {
        let some: [UInt8] = [
            0x00, 0x61, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0,
            0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF,
        ]
        // All sequences of four of these bytes, after an ASCII word and before none.
        for number in 0..<(some.count * some.count * some.count * some.count) {
            var rest = number
            var bytes: [UInt8] = number % 2 == 0 ? [] : [UInt8](repeating: 0x61, count: 8)
            for _ in 0..<4 {
                bytes.append(some[rest % some.count])
                rest /= some.count
            }
            let isUTF8 = bytes.withView { $0.isUTF8 }
            guard isUTF8 != (String(validating: bytes, as: UTF8.self) != nil) else { continue }
            Issue.record("\(bytes)")
        }
    }
}

/// Bytes at the end of a page after which nothing can be read.
private enum GuardedBytes {
    /// Calls a closure with a view of the bytes. A read after them ends the process.
    static func withBytes(_ bytes: [UInt8], _ body: (ByteView) throws -> Void) throws {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let size = (bytes.count + page - 1) / page * page
        // SAFETY: the bytes are copied to the end of the pages that can be written.
        let address = unsafe mmap(
            nil, size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let address = unsafe address, unsafe address != MAP_FAILED else {
            throw PropertyFailure("no memory")
        }
        defer { unsafe munmap(address, size + page) }
        guard unsafe mprotect(address + size, page, PROT_NONE) == 0 else {
            throw PropertyFailure("no protection")
        }
        let start = unsafe address + size - bytes.count
        unsafe start.copyMemory(from: bytes, byteCount: bytes.count)
        try body(unsafe ByteView(base: start, count: bytes.count))
    }
}
