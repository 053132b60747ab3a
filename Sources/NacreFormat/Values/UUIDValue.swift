/// A UUID as stored: its 16 bytes in the order of its text.
@usableFromInline
package struct UUIDValue: Sendable, Hashable {
    /// The first eight bytes as a big-endian number.
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

extension UUIDValue: Comparable {
    @usableFromInline package static func < (a: UUIDValue, b: UUIDValue) -> Bool {
        a.high != b.high ? a.high < b.high : a.low < b.low
    }
}

extension UUIDValue: CustomStringConvertible {
    /// 8-4-4-4-12 lower-case hexadecimal digits.
    @usableFromInline package var description: String {
        let digits = Substring(high.hex + low.hex)
        var rest = digits
        return [8, 4, 4, 4, 12].map { count in
            defer { rest = rest.dropFirst(count) }
            return String(rest.prefix(count))
        }.joined(separator: "-")
    }

    /// Parses 8-4-4-4-12 digits of either case.
    package init?(_ text: String) {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12],
            groups.allSatisfy({ $0.allSatisfy(\.isHexDigit) }),
            let high = UInt64(groups[0...2].joined(), radix: 16),
            let low = UInt64(groups[3...4].joined(), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }
}
