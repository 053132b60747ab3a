import Foundation

/// Writes a record in the form that `RawSpan.integer(_:)` and its like read.
struct RecordWriter: RowSink {
    /// The number that means no value.
    static let null = Int.min

    private let columnCount: Int
    private var slots: [UInt64] = []
    private var texts: [UInt8] = []

    /// - Parameter columnCount: The number of calls of `add` that will follow.
    init(columnCount: Int) { self.columnCount = columnCount }

    /// Returns the record of an object.
    static func record(of object: some RowCoded) -> [UInt8] {
        var writer = RecordWriter(columnCount: type(of: object).columns.count)
        object.write(to: &writer)
        return writer.bytes
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(slots.count * 8 + texts.count)
        for slot in slots {
            unsafe withUnsafeBytes(of: slot) { unsafe bytes.append(contentsOf: $0) }
        }
        return bytes + texts
    }

    mutating func add(_ number: Int?) {
        slots.append(UInt64(bitPattern: Int64(number ?? Self.null)))
    }

    mutating func add(_ number: Double) { slots.append(number.bitPattern) }

    mutating func add(_ text: String) { add(text.utf8) }

    mutating func add(_ bytes: Data?) {
        if let bytes { add(bytes) } else { add(nil as Int?) }
    }

    private mutating func add(_ bytes: some Collection<UInt8>) {
        slots.append(UInt64(columnCount * 8 + texts.count) << 32 | UInt64(bytes.count))
        texts.append(contentsOf: bytes)
    }
}
