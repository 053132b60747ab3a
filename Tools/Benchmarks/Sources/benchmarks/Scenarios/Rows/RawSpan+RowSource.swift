import Foundation

/// A record of a store of keys and values, encoded by hand: eight bytes for each column, then the
/// texts. The eight bytes of a text are its position and its length.
extension RawSpan: RowSource {
    func integer(_ column: Int) -> Int { load(column, as: Int.self) }

    func double(_ column: Int) -> Double { load(column, as: Double.self) }

    func text(_ column: Int) -> String {
        let part = extracting(range(column))
        return unsafe part.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }

    func bytes(_ column: Int) -> Data {
        let part = extracting(range(column))
        return unsafe part.withUnsafeBytes { unsafe Data($0) }
    }

    func isNull(_ column: Int) -> Bool { integer(column) == RecordWriter.null }

    /// Returns the number of columns of a record whose first text is in a column.
    func columnCount(beforeText column: Int) -> Int { range(column).lowerBound / 8 }

    /// Returns the place of a text or of bytes.
    private func range(_ column: Int) -> Range<Int> {
        let slot = load(column, as: UInt64.self)
        let start = Int(slot >> 32)
        return start..<start + Int(slot & 0xFFFF_FFFF)
    }

    private func load<Number: BitwiseCopyable>(_ column: Int, as type: Number.Type) -> Number {
        unsafe unsafeLoadUnaligned(fromByteOffset: column * 8, as: type)
    }
}

extension RawSpan {
    /// The text of a value that is one text.
    var wholeText: String {
        unsafe withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }

    var wholeData: Data { unsafe withUnsafeBytes { unsafe Data($0) } }

    /// Returns a copy of the record in which a number is replaced.
    func bytes(replacing column: Int, by number: Int) -> [UInt8] {
        var bytes = unsafe withUnsafeBytes { unsafe Array($0) }
        unsafe Swift.withUnsafeBytes(of: number) {
            unsafe bytes.replaceSubrange(column * 8..<column * 8 + 8, with: $0)
        }
        return bytes
    }
}
