internal import NacreFormat

/// Where a query finds its candidates: a superset of the objects that its filter holds for.
indirect enum Access: Sendable {
    case nothing
    case everything
    /// What columns leave of everything.
    case columns([ColumnCondition])
    /// In ascending order, without overlaps.
    case ranges(IndexDefinition, [KeyRange])
    case intersection([Access])
    case union([Access])

    var isNothing: Bool {
        if case .nothing = self { true } else { false }
    }

    /// Whether the objects are exactly those that the conditions hold for which it was made of.
    var isExact: Bool {
        switch self {
        case .nothing: true
        case .everything: false
        case .columns(let conditions):
            conditions.allSatisfy { $0.ranges.allSatisfy { $0.check == .none } }
        case .ranges(_, let ranges): ranges.allSatisfy { $0.check == .none }
        case .intersection(let parts), .union(let parts): parts.allSatisfy(\.isExact)
        }
    }
}
