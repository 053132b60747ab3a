internal import NacreFormat

/// The keys of an object in one tree: none, one, or one for each element.
enum EntryKeys: Sendable, Hashable {
    case none
    case one(UInt64)
    /// The keys in an index of elements: ascending, without duplicates.
    case several([UInt64])

    var count: Int {
        switch self {
        case .none: 0
        case .one: 1
        case .several(let keys): keys.count
        }
    }

    func forEach<Failure: Error>(
        _ body: (UInt64) throws(Failure) -> Void
    ) throws(Failure) {
        switch self {
        case .none: break
        case .one(let key): try body(key)
        case .several(let keys): for key in keys { try body(key) }
        }
    }

    /// Calls `body` with the keys that `others` lacks.
    func forEach(missingIn others: EntryKeys, _ body: (UInt64) -> Void) {
        guard case .several(let keys) = others else {
            forEach { key in
                if others != .one(key) { body(key) }
            }
            return
        }
        let known = Set(keys)
        forEach { key in
            if !known.contains(key) { body(key) }
        }
    }
}
