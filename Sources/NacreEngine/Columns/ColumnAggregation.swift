internal import NacreFormat

/// Sums, averages and extremes of all objects of a query together, where columns know which objects
/// these are and all of their numbers: no record is read.
struct ColumnAggregation<Source: RecordSource> {
    private let aggregates: [BoundAggregate]
    private let kinds: [Kind]
    private var readers: [ColumnReader<Source>]
    private var cells: [AggregateCell]

    private enum Kind {
        case flag, integer, wideInteger, number

        /// Nil if the type is no number.
        init?(_ type: StoredType) {
            switch type {
            case .scalar(.float), .scalar(.double), .scalar(.date): self = .number
            case .scalar(.int64), .scalar(.uint64), .scalar(.objectID): self = .wideInteger
            case .scalar(.bool): self = .flag
            case .scalar(.uuid), .scalar(.decimal), .string, .data, .json, .array: return nil
            case .scalar: self = .integer
            }
        }
    }

    /// - Parameter columns: the source's.
    /// - Returns: nil if an attribute has no column, or no numbers.
    init?(
        _ aggregates: [BoundAggregate], of definition: EntityDefinition, _ columns: ColumnStore,
        in source: Source
    ) {
        var kinds: [Kind] = []
        readers = []
        for aggregate in aggregates {
            guard let attribute = aggregate.ownAttribute, attribute.isColumnar,
                let kind = Kind(attribute.type)
            else { return nil }
            kinds.append(kind)
            readers.append(ColumnReader(of: attribute, definition, columns, in: source))
        }
        self.kinds = kinds
        self.aggregates = aggregates
        cells = aggregates.map { _ in AggregateCell() }
    }

    /// Adds objects of one leaf of the row table.
    /// - Parameter rows: a bit for each that counts; rows without an object never do.
    /// - Returns: false if a key stands for two numbers, so that records have to be asked.
    mutating func add(
        _ rows: [2 of UInt64], of leaf: Node, from first: UInt32
    ) throws -> Bool {
        for place in aggregates.indices {
            let chunk = try readers[place].chunk(of: leaf, from: first)
            if case .wideInteger = kinds[place], chunk.most == .max { return false }
            let operation = aggregates[place].operation
            var cell = cells[place]
            chunk.forEachKey(in: rows) { key in
                if key == OrderKey.null { return }
                switch kinds[place] {
                case .flag: cell.add(integer: key == OrderKey.key(.bool(true)) ? 1 : 0, operation)
                case .number: cell.add(number: OrderKey.number(of: key), operation)
                case .integer, .wideInteger:
                    cell.add(integer: OrderKey.orderedInteger(of: key), operation)
                }
            }
            cells[place] = cell
        }
        return true
    }

    func values() throws(StoreError) -> [Value] {
        var values: [Value] = []
        for (cell, aggregate) in zip(cells, aggregates) {
            values.append(try cell.result(of: aggregate))
        }
        return values
    }
}
