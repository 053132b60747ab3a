import NacreFormat
import NacreTestSupport
import Testing

/// The operations of views that use whole words, compared with the same byte by byte.
@Suite struct ByteViewTests {
    /// Bytes of which many are equal, so that some lists have a common beginning.
    private static let lists = Generator<[UInt8]> { choices throws(Rejection) in
        let some: [UInt8] = [0, 1, 0x0D, 0x7F, 0x80, 0xCB, 0xCC, 0xFF]
        var list = [UInt8](repeating: 0x61, count: try choices.draw(.integer(in: 0...20)))
        for _ in 0..<(try choices.draw(.integer(in: 0...3)) as Int) {
            list.append(some[try choices.draw(.integer(in: 0...7))])
            list += [UInt8](repeating: 0x62, count: try choices.draw(.integer(in: 0...9)))
        }
        return list
    }

    @Test func `views are ordered like their bytes`() {
        property("compare", runs: 3_000, .tuple(Self.lists, Self.lists)) { first, second in
            let order = first.withView { one in second.withView { one.compare($0) } }
            try requireEqual(order < 0, first.lexicographicallyPrecedes(second), "before")
            try requireEqual(order == 0, first == second, "equal")
        }
    }

    @Test func `combining marks and later bytes are found at any place`() {
        property("marks", runs: 3_000, Self.lists) { list in
            for count in 0...list.count {
                let expected = list.prefix(count).allSatisfy { $0 < 0xCC }
                try requireEqual(list.withView { $0.isBeforeMarks(count) }, expected, "\(count)")
            }
        }
    }
}
