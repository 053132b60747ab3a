#if Macros
    import Nacre

    /// The notifications: exactly for each property that has another value after a step.
    extension LiveModel {
        static let hasChanges = "hasChanges"
        static let isDeleted = "isDeleted"

        /// Notes a step's changes of all objects.
        mutating func noteChanges(since former: LiveModel) {
            noteChanges(of: Person.self, since: former)
            noteChanges(of: Team.self, since: former)
            noteChanges(of: Thing.self, since: former)
            noteChanges(of: Note.self, since: former)
            noteChanges(of: Desk.self, since: former)
        }

        private mutating func noteChanges<Object: LiveType>(
            of type: Object.Type, since former: LiveModel
        ) {
            for (id, old) in former[keyPath: Object.entries] { noteChange(id, since: old) }
        }

        /// Notes a step's changes of an object.
        mutating func noteChange<Object: LiveType>(_ id: Int, since old: LiveEntry<Object>) {
            guard let new = self[keyPath: Object.entries][id] else { return }
            var names = Object.properties
                .filter { !$0.isSame(old.state.object, new.state.object) }.map(\.name)
            if old.isUnsaved != new.isUnsaved { names.append(Self.hasChanges) }
            if old.isDeleted != new.isDeleted { names.append(Self.isDeleted) }
            for name in names { changes.insert(Watched(object: Object.name(id), property: name)) }
        }
    }
#endif
