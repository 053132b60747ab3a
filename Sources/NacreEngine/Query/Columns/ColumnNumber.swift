internal import NacreFormat

/// The way the numbers of an attribute are computed from its column keys.
enum ColumnNumber {
    case flag, integer, number
    /// Integers two of which share the greatest key; then the record decides.
    case wideInteger

    /// Returns nil if the type is not a number.
    init?(_ type: StoredType) {
        switch type {
        case .scalar(.float), .scalar(.double), .scalar(.date): self = .number
        case .scalar(.int64), .scalar(.uint64), .scalar(.objectID): self = .wideInteger
        case .scalar(.bool): self = .flag
        case .scalar(.uuid), .scalar(.decimal), .string, .data, .json, .array: return nil
        case .scalar: self = .integer
        }
    }

    /// Returns whether an operation makes a sum of integers, which is exact.
    func hasExactSum(_ operation: BoundAggregate.Operation) -> Bool {
        switch (self, operation) {
        case (.integer, .sum), (.integer, .average), (.wideInteger, .sum), (.wideInteger, .average):
            true
        default: false
        }
    }

    /// Returns the sum of the integers of some rows.
    /// - Returns: Nil for other operations, or if two integers may share a key.
    func sum(
        of rows: [2 of UInt64], in chunk: ColumnChunk, _ operation: BoundAggregate.Operation
    ) -> (total: Int128, count: Int)? {
        guard hasExactSum(operation), self == .integer || chunk.most != .max else { return nil }
        var total: Int128 = 0
        var count = 0
        chunk.forEach(in: rows) { _, key in
            if key == OrderKey.null { return }
            total &+= Int128(OrderKey.orderedInteger(of: key))
            count &+= 1
        }
        return (total, count)
    }

    /// Adds the number of a key.
    /// - Returns: False if two numbers share the key.
    @inline(__always)
    func add(
        _ key: UInt64, to cell: inout AggregateCell, _ operation: BoundAggregate.Operation
    ) -> Bool {
        if key == OrderKey.null { return true }
        switch self {
        case .flag: cell.add(integer: key == OrderKey.key(.bool(true)) ? 1 : 0, operation)
        case .number: cell.add(number: OrderKey.number(of: key), operation)
        case .wideInteger where key == .max: return false
        case .integer, .wideInteger:
            cell.add(integer: OrderKey.orderedInteger(of: key), operation)
        }
        return true
    }
}
