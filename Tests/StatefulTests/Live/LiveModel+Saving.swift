#if Macros
    import Nacre

    /// The effects of saving, rolling back and refreshing on a context and on the world.
    extension LiveModel {
        enum Policy: CaseIterable { case error, storeWins, contextWins, mergeProperties }

        var hasChanges: Bool { changed.contains { isUnsaved($0) } }

        private func isUnsaved(_ name: World.Name) -> Bool { entry(name)?.isUnsaved == true }

        private func entry(_ name: World.Name) -> (isUnsaved: Bool, isDeleted: Bool)? {
            func of<Object: LiveType>(
                _ type: Object.Type, _ id: Int
            ) -> (isUnsaved: Bool, isDeleted: Bool)? {
                self[keyPath: Object.entries][id].map { ($0.isUnsaved, $0.phase == .deleted) }
            }
            guard let (id, type) = name.liveType else { return nil }
            return of(type, id)
        }

        // MARK: Saving

        /// Saves the changes. An object that can be written only after another one (because of a
        /// unique value, or an object that it refers to) waits for it. Deletions are done at once,
        /// or one by one if nothing else succeeds.
        mutating func save(_ policy: Policy, in world: inout World) throws(World.Refusal) {
            let pending = changed.filter(isUnsaved)
            guard !pending.isEmpty else { return }
            let start = world
            let deletions = pending.filter { entry($0)?.isDeleted == true }
            var waiting = pending.filter { entry($0)?.isDeleted == false }.map { [$0] }
            if !deletions.isEmpty { waiting.append(deletions) }
            var merged = self
            while !waiting.isEmpty {
                var (left, first) = try merged.write(waiting, policy, &world, start)
                if let first, left.count == waiting.count {
                    guard deletions.count > 1, waiting.last?.count ?? 0 > 1 else { throw first }
                    let alone = waiting.removeLast()
                    let kept = try merged.write(alone.map { [$0] }, policy, &world, start).left
                    guard kept.count < alone.count else { throw first }
                    left = waiting + (kept.isEmpty ? [] : [kept.flatMap { $0 }])
                }
                waiting = left
            }
            let former = self
            self = merged
            for name in pending { accept(name) }
            noteChanges(since: former)
            changed = []
            refresh(to: world)
        }

        private mutating func write(
            _ groups: [[World.Name]], _ policy: Policy, _ world: inout World, _ start: World
        ) throws(World.Refusal) -> (left: [[World.Name]], first: World.Refusal?) {
            var (left, first, violations) = ([[World.Name]](), World.Refusal?.none, 0)
            for group in groups {
                var (model, next) = (self, world)
                do throws(World.Refusal) {
                    var gone: Set<World.Name> = []
                    for name in group {
                        guard let (id, type) = name.liveType else { continue }
                        if try model.write(type, id, policy, &next, start) { gone.insert(name) }
                    }
                    if !gone.isEmpty { _ = try next.delete(gone) }
                    (self, world) = (model, next)
                } catch {
                    switch error.code {
                    case .invalidObject: violations += error.violations
                    case .uniqueViolation, .deleteDenied:
                        first = first ?? error
                        left.append(group)
                    default: throw error
                    }
                }
            }
            if violations > 0 {
                throw World.Refusal(.invalidObject, violations: violations)
            }
            return (left, first)
        }

        /// - Returns: Whether it is to be deleted.
        private mutating func write<Object: LiveType>(
            _ type: Object.Type, _ id: Int, _ policy: Policy, _ world: inout World,
            _ start: World
        ) throws(World.Refusal) -> Bool {
            guard let entry = self[keyPath: Object.entries][id] else { return false }
            if entry.state.isDuplicate { throw World.Refusal(.duplicateID) }
            var object = entry.state.object
            let base = entry.base ?? seen
            if entry.phase == .inserted {
                try insert(object, policy, &world, start, base)
                return false
            }
            let former = base[keyPath: Object.objects][id]
            let others = start[keyPath: Object.objects][id]
            let present = world[keyPath: Object.objects][id]
            let isSame =
                Object.isSame(id, in: start, base)
                && (entry.phase == .deleted || !object.overwritesHeld(in: start, since: base))
            if others == nil, entry.phase == .deleted { return false }
            if others == nil || !isSame {
                if policy == .error { throw World.Refusal(.conflict) }
                if policy == .storeWins {
                    drop(id, present)
                    return false
                }
            }
            if entry.phase == .deleted { return true }
            // Changes by others, or by this very save, such as nullifying.
            let isMerged =
                isSame
                ? !Object.isSame(id, in: world, base)
                    || object.overwritesHeld(in: world, since: base)
                : policy == .mergeProperties
            if isMerged {
                object = object.merged(
                    from: former, onto: present, in: world, since: base, isTheirs: false)
                let next = state(object)
                self[keyPath: Object.entries][id]?.state = next
            }
            try object.write(to: &world, as: .save)
            return false
        }

        private mutating func insert<Object: LiveType>(
            _ object: Object, _ policy: Policy, _ world: inout World, _ start: World,
            _ base: World
        ) throws(World.Refusal) {
            var object = object
            let isContended = object.overwritesHeld(in: start, since: base)
            if isContended, policy == .error { throw World.Refusal(.conflict) }
            if !isContended || policy != .contextWins,
                object.overwritesHeld(in: world, since: base)
            {
                object = object.merged(
                    from: nil, onto: nil, in: world, since: base,
                    isTheirs: isContended && policy == .storeWins)
                let next = state(object)
                self[keyPath: Object.entries][object.id]?.state = next
            }
            try object.write(to: &world, as: .insert)
        }

        /// Replaces the context's changes by the store's object.
        private mutating func drop<Object: LiveType>(_ id: Int, _ present: Object?) {
            guard let present, let entry = self[keyPath: Object.entries][id] else { return }
            let next = state(present, isPresent: entry.state.isPresent)
            self[keyPath: Object.entries][id]?.state = next
        }

        private mutating func accept(_ name: World.Name) {
            func accept<Object: LiveType>(_ type: Object.Type, _ id: Int, _ model: inout Self) {
                guard var entry = model[keyPath: Object.entries][id] else { return }
                entry.committed = entry.state.object
                entry.stored = entry.state.isPresent ? entry.state : nil
                entry.mustBeRead = true
                entry.base = nil
                model[keyPath: Object.entries][id] = entry
            }
            if let (id, type) = name.liveType { accept(type, id, &self) }
        }

        // MARK: Rollback and refresh

        mutating func rollback() {
            func discard<Object: LiveType>(_ type: Object.Type, _ id: Int, _ model: inout Self) {
                guard let entry = model[keyPath: Object.entries][id] else { return }
                let nothing = model.state(entry.state.object, isPresent: false)
                model[keyPath: Object.entries][id]?.state = entry.stored ?? nothing
            }
            let former = self
            for name in changed {
                if let (id, type) = name.liveType { discard(type, id, &self) }
            }
            noteChanges(since: former)
            let discarded = self
            for name in changed {
                if let (id, type) = name.liveType { catchUp(type, id) }
            }
            noteChanges(since: discarded)
            changed = []
            forgetHistory()
        }

        mutating func refresh(to world: World) {
            let former = self
            refresh(Person.self, world)
            refresh(Team.self, world)
            refresh(Thing.self, world)
            refresh(Note.self, world)
            refresh(Desk.self, world)
            noteChanges(since: former)
            seen = world
        }

        private mutating func refresh<Object: LiveType>(_ type: Object.Type, _ world: World) {
            for id in self[keyPath: Object.entries].keys { refresh(type, id, world) }
        }

        /// Moves an object that kept its changes while the context moved on, without them.
        mutating func catchUp<Object: LiveType>(_ type: Object.Type, _ id: Int) {
            guard let entry = self[keyPath: Object.entries][id] else { return }
            if entry.base != nil, !entry.isUnsaved { refresh(type, id, seen) }
        }

        private mutating func refresh<Object: LiveType>(
            _ type: Object.Type, _ id: Int, _ world: World
        ) {
            guard let entry = self[keyPath: Object.entries][id] else { return }
            let base = entry.base ?? seen
            var next = entry
            next.base = entry.isUnsaved ? base : nil
            let isSame = Object.isSame(id, in: base, world)
            let isKnown = entry.phase == .clean && !entry.mustBeRead && isSame
            if !entry.isUnsaved, !isKnown {
                next.mustBeRead = false
                if let newest = world[keyPath: Object.objects][id] {
                    next.state = state(newest)
                    (next.stored, next.committed) = (next.state, newest)
                } else if entry.phase == .clean {
                    next.state = state(entry.state.object, isPresent: false)
                    next.stored = nil
                }
            }
            self[keyPath: Object.entries][id] = next
        }
    }
#endif
