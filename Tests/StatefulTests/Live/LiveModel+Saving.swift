#if Macros
    import Nacre

    /// What saving, rolling back and refreshing make of a context and of the world.
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

        /// What can be written only once something else was, a value that is unique or an object
        /// that is referred to, waits for that.
        mutating func save(_ policy: Policy, in world: inout World) throws(World.Refusal) {
            let pending = changed.filter(isUnsaved)
            guard !pending.isEmpty else { return }
            let start = world
            var waiting =
                pending.filter { entry($0)?.isDeleted == false }
                + pending.filter { entry($0)?.isDeleted == true }
            var merged = self
            while !waiting.isEmpty {
                let refused = try merged.write(waiting, policy, &world, start)
                if refused.names.count == waiting.count, let first = refused.first { throw first }
                waiting = refused.names
            }
            self = merged
            for name in pending { accept(name) }
            changed = []
            refresh(to: world)
        }

        private mutating func write(
            _ names: [World.Name], _ policy: Policy, _ world: inout World, _ start: World
        ) throws(World.Refusal) -> (names: [World.Name], first: World.Refusal?) {
            var (later, first, violations) = ([World.Name](), World.Refusal?.none, 0)
            for name in names {
                var next = world
                do throws(World.Refusal) {
                    guard let (id, type) = name.liveType else { continue }
                    try write(type, id, policy, &next, start)
                    world = next
                } catch {
                    switch error.code {
                    case .invalidObject: violations += error.violations
                    case .uniqueViolation, .deleteDenied:
                        first = first ?? error
                        later.append(name)
                    default: throw error
                    }
                }
            }
            if violations > 0 {
                throw World.Refusal(.invalidObject, violations: violations)
            }
            return (later, first)
        }

        private mutating func write<Object: LiveType>(
            _ type: Object.Type, _ id: Int, _ policy: Policy, _ world: inout World,
            _ start: World
        ) throws(World.Refusal) {
            guard let entry = self[keyPath: Object.entries][id] else { return }
            if entry.state.isDuplicate { throw World.Refusal(.duplicateID) }
            var object = entry.state.object
            if entry.phase == .inserted { return try object.write(to: &world, as: .insert) }
            let former = seen[keyPath: Object.objects][id]
            let others = start[keyPath: Object.objects][id]
            let present = world[keyPath: Object.objects][id]
            if others == nil, entry.phase == .deleted { return }
            if others == nil || others != former {
                if policy == .error { throw World.Refusal(.conflict) }
                if policy == .storeWins { return drop(id, present) }
            }
            if entry.phase == .updated {
                // What others did, or this very save: nullifying, say.
                let isMerged = others == former ? present != former : policy == .mergeProperties
                if isMerged { object = merge(object, from: former, onto: present) }
                try object.write(to: &world, as: .save)
            } else {
                _ = try world.delete([Object.name(id)])
            }
        }

        /// What the context has changed, upon what is there now.
        private mutating func merge<Object: LiveType>(
            _ object: Object, from former: Object?, onto present: Object?
        ) -> Object {
            var merged = object
            if let former, let present {
                merged = present
                merged.take(from: former, to: object)
            }
            let next = state(merged)
            self[keyPath: Object.entries][object.id]?.state = next
            return merged
        }

        /// The context's changes give way to what the store has.
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
                model[keyPath: Object.entries][id] = entry
            }
            if let (id, type) = name.liveType { accept(type, id, &self) }
        }

        // MARK: Going back, and on

        mutating func rollback() {
            func discard<Object: LiveType>(_ type: Object.Type, _ id: Int, _ model: inout Self) {
                guard let entry = model[keyPath: Object.entries][id] else { return }
                let nothing = model.state(entry.state.object, isPresent: false)
                model[keyPath: Object.entries][id]?.state = entry.stored ?? nothing
            }
            for name in changed {
                if let (id, type) = name.liveType { discard(type, id, &self) }
            }
            changed = []
            forgetHistory()
        }

        mutating func refresh(to world: World) {
            refresh(Person.self, world)
            refresh(Team.self, world)
            refresh(Thing.self, world)
            refresh(Note.self, world)
            seen = world
        }

        private mutating func refresh<Object: LiveType>(_ type: Object.Type, _ world: World) {
            for (id, entry) in self[keyPath: Object.entries] where !entry.isUnsaved {
                let newest = world[keyPath: Object.objects][id]
                let isSame = seen[keyPath: Object.objects][id] == newest
                if entry.phase == .clean, !entry.isUnseen, isSame { continue }
                var next = entry
                next.isUnseen = false
                if let newest {
                    next.state = state(newest)
                    (next.stored, next.committed) = (next.state, newest)
                } else if entry.phase == .clean {
                    next.state = state(entry.state.object, isPresent: false)
                    next.stored = nil
                }
                self[keyPath: Object.entries][id] = next
            }
        }
    }
#endif
