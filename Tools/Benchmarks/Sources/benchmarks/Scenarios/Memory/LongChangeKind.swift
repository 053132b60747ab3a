/// A transaction that changes every object.
enum LongChangeKind: String, CaseIterable {
    case insert, update, upsert

    /// The name of the step on the command line.
    var name: String { "memory-\(rawValue)" }

    var title: String {
        switch self {
        case .insert: "one transaction that inserts all"
        case .update: "one transaction that updates all"
        case .upsert: "one transaction that inserts half and updates half"
        }
    }

    /// Returns the number of objects that the store has before.
    func before(of count: Int) -> Int {
        switch self {
        case .insert: 0
        case .update: count
        case .upsert: count / 2
        }
    }
}
