#if Macros
    /// The expected state of an object in a context.
    struct LiveEntry<Object: LiveType> {
        struct State {
            let object: Object
            var isPresent = true
            /// Whether it was inserted although the object existed.
            var isDuplicate = false
            /// The identity of the state: undoing restores this very state, and not an equal one.
            let stamp: Int
        }

        enum Phase { case clean, inserted, updated, deleted, gone }

        var state: State
        /// The store's object, as far as the context knows.
        var stored: State?
        var committed: Object
        /// Whether it was read elsewhere, or saved and not read since.
        var mustBeRead = false
        /// The world that its changes are based on, if the context has moved on since.
        var base: World?

        var phase: Phase {
            guard let stored else { return state.isPresent ? .inserted : .gone }
            guard state.isPresent else { return .deleted }
            return state.stamp == stored.stamp ? .clean : .updated
        }

        var isUnsaved: Bool { phase != .clean && phase != .gone }
        var isDeleted: Bool { phase == .deleted || phase == .gone }
    }

    /// The expected state of a context: the world that it sees, and the changes of its objects.
    struct LiveModel {
        typealias Change = (undo: (inout LiveModel) -> Void, redo: (inout LiveModel) -> Void)

        var seen: World
        var people: [Int: LiveEntry<Person>] = [:]
        var teams: [Int: LiveEntry<Team>] = [:]
        var things: [Int: LiveEntry<Thing>] = [:]
        var notes: [Int: LiveEntry<Note>] = [:]
        var desks: [Int: LiveEntry<Desk>] = [:]
        /// The changed objects, in the order of their first change.
        var changed: [World.Name] = []
        var isUndoEnabled = true
        private(set) var done: [[Change]] = []
        private(set) var undone: [[Change]] = []
        private var groups = 0
        private var stamps = 0
        /// The changes of objects since the last check.
        var changes: Set<Watched> = []

        init(seen: World) { self.seen = seen }

        mutating func state<Object: LiveType>(
            _ object: Object, isPresent: Bool = true, isDuplicate: Bool = false
        ) -> LiveEntry<Object>.State {
            stamps += 1
            return .init(
                object: object, isPresent: isPresent, isDuplicate: isDuplicate, stamp: stamps)
        }

        // MARK: Reading

        mutating func find<Object: LiveType>(_ type: Object.Type, _ id: Int) -> Object? {
            if let known = self[keyPath: Object.entries][id] {
                return known.isDeleted ? nil : known.state.object
            }
            guard let object = seen[keyPath: Object.objects][id] else { return nil }
            add(object)
            return object
        }

        private mutating func add<Object: LiveType>(_ object: Object, mustBeRead: Bool = false) {
            let state = state(object)
            self[keyPath: Object.entries][object.id] = LiveEntry(
                state: state, stored: state, committed: object, mustBeRead: mustBeRead)
        }

        /// Makes a live object of a value that was read elsewhere.
        mutating func manage<Object: LiveType>(_ object: Object) {
            if find(Object.self, object.id) != nil { return }
            if self[keyPath: Object.entries][object.id] == nil { add(object) }
            self[keyPath: Object.entries][object.id]?.mustBeRead = true
        }

        // MARK: Changing

        mutating func insert<Object: LiveType>(_ object: Object) {
            let known = self[keyPath: Object.entries][object.id]
            if known == nil {
                let nothing = state(object, isPresent: false)
                self[keyPath: Object.entries][object.id] = LiveEntry(
                    state: nothing, stored: nil, committed: object)
            }
            let isDuplicate = known.map { !$0.isDeleted } ?? false
            set(object.id, state(object, isDuplicate: isDuplicate))
        }

        mutating func delete<Object: LiveType>(_ type: Object.Type, _ id: Int) {
            guard let entry = self[keyPath: Object.entries][id], !entry.isDeleted else { return }
            set(id, state(entry.state.object, isPresent: false))
        }

        mutating func change<Object: LiveType>(
            _ type: Object.Type, _ id: Int, _ body: (inout Object) -> Void
        ) {
            guard let former = self[keyPath: Object.entries][id]?.state else { return }
            var object = former.object
            body(&object)
            set(
                id,
                state(object, isPresent: former.isPresent, isDuplicate: former.isDuplicate))
        }

        private mutating func set<Object: LiveType>(
            _ id: Int, _ next: LiveEntry<Object>.State
        ) {
            guard let former = self[keyPath: Object.entries][id]?.state else { return }
            apply(id, next)
            guard isUndoEnabled else { return }
            undone = []
            if groups == 0 || done.isEmpty { done.append([]) }
            done[done.count - 1].append(
                (
                    undo: { $0.again(id, from: next, to: former) },
                    redo: { $0.again(id, from: former, to: next) }
                ))
        }

        mutating func apply<Object: LiveType>(_ id: Int, _ next: LiveEntry<Object>.State) {
            guard let former = self[keyPath: Object.entries][id] else { return }
            self[keyPath: Object.entries][id]?.state = next
            noteChange(id, since: former)
            let name = Object.name(id)
            if !changed.contains(name) { changed.append(name) }
        }

        // MARK: Undoing

        /// Undoes or redoes a change: to the very state if nothing came between, otherwise by
        /// property.
        private mutating func again<Object: LiveType>(
            _ id: Int, from: LiveEntry<Object>.State, to: LiveEntry<Object>.State
        ) {
            guard let present = self[keyPath: Object.entries][id]?.state else { return }
            if present.stamp == from.stamp {
                apply(id, to)
            } else {
                var object = present.object
                object.take(from: from.object, to: to.object)
                let isPresent = from.isPresent == to.isPresent ? present.isPresent : to.isPresent
                apply(id, state(object, isPresent: isPresent, isDuplicate: to.isDuplicate))
            }
            let former = self
            catchUp(Object.self, id)
            noteChanges(since: former)
        }

        var canUndo: Bool { groups == 0 && !done.isEmpty }
        var canRedo: Bool { groups == 0 && !undone.isEmpty }

        mutating func undo() {
            guard canUndo, let step = done.popLast() else { return }
            undone.append(step)
            for change in step.reversed() { change.undo(&self) }
        }

        mutating func redo() {
            guard canRedo, let step = undone.popLast() else { return }
            done.append(step)
            for change in step { change.redo(&self) }
        }

        mutating func beginGroup() {
            if groups == 0 { done.append([]) }
            groups += 1
        }

        mutating func endGroup() {
            groups -= 1
            if groups == 0, done.last?.isEmpty == true { done.removeLast() }
        }

        mutating func forgetHistory() { (done, undone) = ([], []) }
    }
#endif
