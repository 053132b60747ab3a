/// The separator of the fields of a record.
public enum CSVDelimiter: String, Sendable, CaseIterable {
    /// `,`
    case comma
    /// `;`
    case semicolon
    /// A tab character.
    case tab

    package var byte: UInt8 {
        switch self {
        case .comma: UInt8(ascii: ",")
        case .semicolon: UInt8(ascii: ";")
        case .tab: 0x09
        }
    }

    /// Returns the delimiter that occurs most often outside quotes in a header line. If none
    /// occurs, it is the comma; at a tie, the delimiter that is declared first.
    package static func guess(fromHeader bytes: some Sequence<UInt8>) -> CSVDelimiter {
        var counts = [UInt8: Int]()
        var isQuoted = false
        for byte in bytes {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard !isQuoted else { continue }
            if byte == 0x0A { break }
            counts[byte, default: 0] += 1
        }
        var best = CSVDelimiter.comma
        for candidate in allCases where candidate.count(in: counts) > best.count(in: counts) {
            best = candidate
        }
        return best
    }

    private func count(in counts: [UInt8: Int]) -> Int { counts[byte, default: 0] }
}
