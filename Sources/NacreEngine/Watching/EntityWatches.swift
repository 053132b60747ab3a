/// The slots of the watchers of one entity, by what they are interested in.
struct EntityWatches: Sendable {
    /// The watchers of key ranges, by the ordinal of the keys' attribute.
    private var ranges: [Int: KeyRangeTable<Int>] = [:]
    /// The watchers of each change.
    private var whole: Set<Int> = []
    /// The watchers of objects that come and go, and of some attributes.
    private var selective: Set<Int> = []
    /// Those watchers by the ordinal of each of their attributes.
    private var byAttribute: [Int: Set<Int>] = [:]

    var isEmpty: Bool { ranges.isEmpty && whole.isEmpty && selective.isEmpty }

    mutating func insert(_ slot: Int, _ interest: BoundInterest) {
        switch interest.place {
        case .everything: break
        case .entity: whole.insert(slot)
        case .attributes:
            selective.insert(slot)
            for ordinal in interest.ordinals ?? [] {
                byAttribute[ordinal, default: []].insert(slot)
            }
        case .ranges(let ordinal, let keys):
            for range in keys { ranges[ordinal, default: KeyRangeTable()].insert(range, slot) }
        }
    }

    mutating func remove(_ slot: Int, _ interest: BoundInterest) {
        switch interest.place {
        case .everything: break
        case .entity: whole.remove(slot)
        case .attributes:
            selective.remove(slot)
            for ordinal in interest.ordinals ?? [] {
                byAttribute[ordinal]?.remove(slot)
                if byAttribute[ordinal]?.isEmpty == true { byAttribute[ordinal] = nil }
            }
        case .ranges(let ordinal, let keys):
            for range in keys { ranges[ordinal]?.remove(range, slot) }
            if ranges[ordinal]?.isEmpty == true { ranges[ordinal] = nil }
        }
    }

    /// A search for the watchers that the changes of one commit can affect.
    struct Search {
        private let watches: EntityWatches
        /// The slots found.
        private(set) var found: Set<Int>
        /// Whether all selective watchers were found.
        private var hasSelective = false

        /// Begins a search for a commit that changes at least one object of the entity.
        init(_ watches: EntityWatches) {
            self.watches = watches
            found = watches.whole
        }

        /// Adds the watchers that the change of an object can affect.
        /// - Parameter ordinals: Returns the ordinals of the attributes that the watcher in a slot
        ///   depends on; nil for all.
        mutating func add(
            _ object: inout ChangedObject, _ ordinals: (Int) -> [Int]?
        ) throws {
            for (ordinal, table) in watches.ranges {
                let keys = try object.keys(of: ordinal)
                var near: [Int] = []
                if let key = keys.old { table.forEach(at: key) { near.append($0) } }
                if let key = keys.new, key != keys.old {
                    table.forEach(at: key) { near.append($0) }
                }
                for slot in near where !found.contains(slot) {
                    if try object.affects(ordinals(slot)) { found.insert(slot) }
                }
            }
            try addSelective(&object)
        }

        private mutating func addSelective(_ object: inout ChangedObject) throws {
            if hasSelective || watches.selective.isEmpty { return }
            if object.isMoved {
                hasSelective = true
                found.formUnion(watches.selective)
                return
            }
            for (ordinal, slots) in watches.byAttribute
            where try !slots.isSubset(of: found) && object.differs(at: ordinal) {
                found.formUnion(slots)
            }
        }

        /// Adds all watchers of the entity, because a changed object cannot be read.
        mutating func addAll() {
            hasSelective = true
            found.formUnion(watches.selective)
            for table in watches.ranges.values { found.formUnion(table.elements) }
        }
    }
}
