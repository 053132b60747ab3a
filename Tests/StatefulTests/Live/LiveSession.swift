#if Macros
    import Nacre
    import NacreObjects
    import NacreTestSupport

    /// A context, its model, and all live objects that it ever returned.
    final class LiveSession {
        let context: Context
        var model: LiveModel
        private var held: [World.Name: AnyObject] = [:]

        init(_ store: Store, _ world: World) throws {
            context = try Context(store)
            model = LiveModel(seen: world)
        }

        /// Keeps a live object, of which there is only one.
        private func hold<Object: LiveType>(_ live: Managed<Object>) throws {
            let former = held.updateValue(live, forKey: Object.name(live.id))
            try require(former == nil || former === live, "two live objects of \(live.id)")
        }

        private func live<Object: LiveType>(
            _ type: Object.Type, _ id: Int
        ) throws -> Managed<Object> {
            guard let live = held[Object.name(id)] as? Managed<Object> else {
                throw Missing(name: Object.name(id))
            }
            return live
        }

        private struct Missing: Error { let name: World.Name }

        /// Returns a live object of those that the context has or sees, or nil if there are none.
        private func some<Object: LiveType>(
            _ type: Object.Type, _ id: Int
        ) throws -> Managed<Object>? {
            let known = model[keyPath: Object.entries]
            let seen = model.seen[keyPath: Object.objects]
            let ids = Set(known.keys).union(seen.keys).sorted()
            guard !ids.isEmpty else { return nil }
            let chosen = ids[id % ids.count]
            return try known[chosen] == nil ? find(type, chosen) : live(type, chosen)
        }

        private func somebody(_ id: Int) throws -> Managed<Person>? { try some(Person.self, id) }

        /// The ids of the people that will be saved.
        var changedPeople: [Int] {
            model.people.values.filter(\.isUnsaved).map(\.committed.id).sorted()
        }

        /// The ids of the things that desks hold.
        var heldThings: [Int] {
            Set(model.desks.values.flatMap(\.state.object.things.keys)).sorted()
        }

        // MARK: Calls

        /// Runs any call except saving.
        /// - Parameter world: The present state of the store.
        func run(_ call: LiveCall, _ world: World) throws {
            switch call {
            case .find, .fetch, .manage, .follow: try read(call, world)
            case .insertPerson(let person): try insert(world.connected(person))
            case .insertTeam(let team): try insert(team)
            case .insertThing(let thing): try insert(thing)
            case .insertNote(let note): try insert(world.connected(note))
            case .insertDesk(let desk): try insert(world.connected(desk).settled)
            case .delete(let name):
                if let (id, type) = name.liveType { try delete(type, id) }
            case .deleteAll(let age):
                for live in try fetch(age) { try delete(Person.self, live.id) }
            case .undo:
                context.undo()
                model.undo()
            case .redo:
                context.redo()
                model.redo()
            case .enableUndo(let isEnabled):
                context.isUndoEnabled = isEnabled
                model.isUndoEnabled = isEnabled
            case .rollback:
                context.rollback()
                model.rollback()
            case .refresh:
                try context.refresh()
                model.refresh(to: world)
            default: try set(call, world)
            }
        }

        private func read(_ call: LiveCall, _ world: World) throws {
            switch call {
            case .find(let name):
                if let (id, type) = name.liveType { try touch(type, id) }
            case .fetch(let age): _ = try fetch(age)
            case .manage(let name):
                if let (id, type) = name.liveType { try manage(type, id, world) }
            case .follow(let id):
                if let live = try somebody(id) { try follow(live) }
            default: break
            }
        }

        private func fetch(_ age: Int) throws -> [Managed<Person>] {
            let found = try context.fetch(Person.where { $0.age >= age })
            let ids = model.seen.people.values.filter { $0.age >= age }.map(\.id).sorted()
            try requireEqual(
                found.map(\.value), ids.compactMap { model.find(Person.self, $0) }, "fetched")
            // Objects deleted here were held before.
            for live in found { try hold(live) }
            return found
        }

        private func touch<Object: LiveType>(_ type: Object.Type, _ id: Int) throws {
            _ = try find(type, id)
        }

        private func find<Object: LiveType>(
            _ type: Object.Type, _ id: Int
        ) throws -> Managed<Object>? {
            let found = try context.find(type, id)
            try requireEqual(found?.value, model.find(type, id), "\(type) \(id)")
            if let found { try hold(found) }
            return found
        }

        private func manage<Object: LiveType>(
            _ type: Object.Type, _ id: Int, _ world: World
        ) throws {
            guard let object = world[keyPath: Object.objects][id] else { return }
            try hold(context.managed(object))
            model.manage(object)
        }

        /// Follows the references of a person.
        private func follow(_ live: Managed<Person>) throws {
            let person = live.value
            try requireEqual(
                live.hasFault(for: \.team),
                person.team.map { model.teams[$0.id] == nil } ?? false, "a fault of the team")
            let team: Managed<Team>? = live.team
            try requireEqual(
                team?.value, person.team.flatMap { model.find(Team.self, $0.id) }, "the team")
            if let team { try hold(team) }
            let friends: [Managed<Person>] = live.friends
            try requireEqual(
                friends.map(\.value),
                person.friends.compactMap { model.find(Person.self, $0.id) }, "friends")
            for friend in friends { try hold(friend) }
            let notes: [Managed<Note>] = live.notes
            let expected = model.seen.notes(isOfAll: false) {
                $0.readers.contains(Ref(id: live.id))
            }
            try requireEqual(
                notes.map(\.value), expected.compactMap { model.find(Note.self, $0.id) }, "notes")
            for note in notes { try follow(note) }
        }

        private func follow(_ live: Managed<Note>) throws {
            try hold(live)
            let readers: [Managed<Person>] = live.readers
            let ids = live.value.readers.map(\.id).sorted()
            try requireEqual(
                readers.map(\.value), ids.compactMap { model.find(Person.self, $0) }, "readers")
            for reader in readers { try hold(reader) }
        }

        private func insert<Object: LiveType>(_ object: Object) throws {
            try hold(context.insert(object))
            model.insert(object)
        }

        private func delete<Object: LiveType>(_ type: Object.Type, _ id: Int) throws {
            guard let live = try find(type, id) else { return }
            context.delete(live)
            model.delete(type, id)
        }

        private func set(_ call: LiveCall, _ world: World) throws {
            switch call {
            case .edit(let id, let edit):
                guard let live = try somebody(id) else { return }
                let edit = Operation.Edit(what: edit.what, person: world.connected(edit.person))
                edit(&live.value)
                model.change(Person.self, live.id) { edit(&$0) }
            case .setAge(let id, let age):
                guard let live = try somebody(id) else { return }
                live.age = age
                model.change(Person.self, live.id) { $0.age = age }
            case .setWatts(let id, let watts):
                guard let live = try find(Thing.self, id) else { return }
                live.watts = watts
                model.change(Thing.self, id) { $0.watts = watts }
            case .setReaders(let id, let readers):
                guard let live = try find(Note.self, id) else { return }
                let readers = Set(readers.map { Ref<Person>(id: world.somebody($0)) })
                live.readers = readers
                model.change(Note.self, id) { $0.readers = readers }
            case .editDesk(let id, let what, let thing):
                guard let live = try some(Desk.self, id) else { return }
                live.value.edit(what, thing)
                model.change(Desk.self, live.id) { $0.edit(what, thing) }
            case .setMotto(let id, let motto):
                guard let live = try somebody(id) else { return }
                try follow(live)
                guard let team = live.value.team, model.find(Team.self, team.id) != nil
                else { return }
                live.team?.motto = motto
                model.change(Team.self, team.id) { $0.motto = motto }
            case .tie(let id, let other):
                guard let one = try somebody(id), let two = try somebody(other) else { return }
                one.mentor = two
                model.change(Person.self, one.id) { $0.mentor = Ref(id: two.id) }
                two.mentor = one
                model.change(Person.self, two.id) { $0.mentor = Ref(id: one.id) }
            case .setBoss(let id, let other):
                guard let live = try somebody(id) else { return }
                let boss = try other.flatMap { try find(Person.self, $0) }
                live.boss = boss
                model.change(Person.self, live.id) { $0.boss = boss.map { Ref(id: $0.id) } }
            default: break
            }
        }

        // MARK: Observing

        /// Observes every property of all objects.
        func watch() throws -> Watches {
            model.changes = []
            let watches = Watches()
            try watch(Person.self, watches)
            try watch(Team.self, watches)
            try watch(Thing.self, watches)
            try watch(Note.self, watches)
            try watch(Desk.self, watches)
            return watches
        }

        private func watch<Object: LiveType>(_ type: Object.Type, _ watches: Watches) throws {
            for id in model[keyPath: Object.entries].keys {
                let (live, name) = (try live(type, id), Object.name(id))
                for property in Object.properties {
                    watches.watch(Watched(object: name, property: property.name)) {
                        property.read(live)
                    }
                }
                watches.watch(Watched(object: name, property: LiveModel.hasChanges)) {
                    _ = live.hasChanges
                }
                watches.watch(Watched(object: name, property: LiveModel.isDeleted)) {
                    _ = live.isDeleted
                }
            }
        }

        // MARK: Checking

        /// Checks after a save or a refresh that everything without changes equals the store's
        /// objects. They are read from the store, and not from the model, which could be wrong in
        /// the same way.
        func checkUpToDate(with store: Store) throws {
            func check<Object: LiveType>(_ type: Object.Type, _ id: Int) throws {
                let live = try live(type, id)
                guard !live.hasChanges else { return }
                try requireEqual(
                    live.isDeleted ? nil : live.value, try store.find(type, id),
                    "\(Object.name(id)), which is up to date")
            }
            for name in held.keys {
                if let (id, type) = name.liveType { try check(type, id) }
            }
        }

        func check() throws {
            try check(Person.self)
            try check(Team.self)
            try check(Thing.self)
            try check(Note.self)
            try check(Desk.self)
            try requireEqual(context.hasChanges, model.hasChanges, "changes of the context")
            try requireEqual(context.canUndo, model.canUndo, "undo")
            try requireEqual(context.canRedo, model.canRedo, "redo")
        }

        private func check<Object: LiveType>(_ type: Object.Type) throws {
            for (id, entry) in model[keyPath: Object.entries] {
                let (live, name) = (try live(type, id), Object.name(id))
                try requireEqual(live.value, entry.state.object, "\(name)")
                try requireEqual(live.committedValue, entry.committed, "\(name) as committed")
                try requireEqual(live.hasChanges, entry.isUnsaved, "changes of \(name)")
                try requireEqual(live.isDeleted, entry.isDeleted, "deletion of \(name)")
            }
        }
    }
#endif
