internal import NacreFormat
internal import NacreSearch

/// The source of a query's candidates: a superset of the objects that match its filter.
indirect enum Access: Sendable {
    case nothing
    case everything
    /// All objects except those that columns rule out.
    case columns([ColumnCondition])
    /// Ranges of an index, ascending, without overlaps.
    case ranges(IndexDefinition, [KeyRange])
    /// The rows that a full-text search has found.
    case rows(NacreSearch.RowSet)
    case intersection([Access])
    case union([Access])

    var isNothing: Bool {
        if case .nothing = self { true } else { false }
    }

    /// Whether the candidates are exactly the objects that match the conditions it was made from.
    var isExact: Bool {
        switch self {
        case .nothing, .rows: true
        case .everything: false
        case .columns(let conditions):
            conditions.allSatisfy { $0.ranges.allSatisfy { $0.check == .none } }
        case .ranges(_, let ranges): ranges.allSatisfy { $0.check == .none }
        case .intersection(let parts), .union(let parts): parts.allSatisfy(\.isExact)
        }
    }
}
