/// The last work of a process that wrote a store, and the way in which it ended.
enum ProcessEnd: String, CaseIterable {
    case insertedByThousands, insertedAtOnce, updated, closed

    var title: String {
        switch self {
        case .insertedByThousands: "killed after inserts by thousands"
        case .insertedAtOnce: "killed after one transaction of everything"
        case .updated: "killed after inserts and updates of half"
        case .closed: "closed after updates of half"
        }
    }

    /// Whether the process kills itself.
    var isKilled: Bool { self != .closed }

    /// Whether half of the objects are updated after the inserts.
    var updates: Bool { self == .updated || self == .closed }
}
