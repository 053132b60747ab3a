#if Macros
    import Nacre
    import Synchronization

    /// The name of an object that a hook refuses to save.
    let refusedName = "refuse"
    /// The name of an object that a hook refuses to delete.
    let stayingName = "stays"

    struct Refused: Error {}

    extension Person: WillSave {
        mutating func willSave(replacing old: Person?, in changes: WriteTransaction) throws {
            if name == refusedName { throw Refused() }
            revision = (old?.revision ?? 0) + 1
            if old == nil { try changes.update(Tally.self, 0) { $0.births += 1 } }
        }
    }

    extension Person: WillDelete {
        func willDelete(in changes: WriteTransaction) throws {
            if name == stayingName { throw Refused() }
            try changes.update(Tally.self, 0) { $0.deaths += 1 }
        }
    }

    extension Team: WillDelete {
        func willDelete(in changes: WriteTransaction) throws {
            if name == stayingName { throw Refused() }
        }
    }

    extension Person: DidSave {
        /// The reported saves that were not checked yet: the tests of this target run one by one.
        static let saved = Mutex<[Saved<Person>]>([])

        static func didSave(_ saved: Saved<Person>) { Self.saved.withLock { $0.append(saved) } }
    }
#endif
