#if Macros
    import Nacre
    import Synchronization

    /// What an object is called that a hook keeps from being saved.
    let refusedName = "refuse"
    /// What an object is called that a hook keeps from being deleted.
    let stayingName = "stays"

    struct Refused: Error {}

    extension Person: WillSave {
        mutating func willSave(replacing old: Person?, in changes: WriteTransaction) throws {
            if name == refusedName { throw Refused() }
            revision = (old?.revision ?? 0) + 1
            if old == nil { try changes.update(0, of: Tally.self) { $0.births += 1 } }
        }
    }

    extension Person: WillDelete {
        func willDelete(in changes: WriteTransaction) throws {
            if name == stayingName { throw Refused() }
            try changes.update(0, of: Tally.self) { $0.deaths += 1 }
        }
    }

    extension Team: WillDelete {
        func willDelete(in changes: WriteTransaction) throws {
            if name == stayingName { throw Refused() }
        }
    }

    extension Person: DidSave {
        /// What was told and not yet looked at: the tests of this target run one by one.
        static let saved = Mutex<[Saved<Person>]>([])

        static func didSave(_ saved: Saved<Person>) { Self.saved.withLock { $0.append(saved) } }
    }
#endif
