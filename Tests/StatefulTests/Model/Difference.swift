#if Macros
    import Nacre
    import NacreTestSupport

    /// The changes of an entity's objects. Rewriting an object unchanged is not a change.
    struct Difference<Object: Hashable>: Equatable {
        var inserted: [Int: Object] = [:]
        var updated: [Int: [Object]] = [:]
        var deleted: [Int: Object] = [:]

        init(from old: [Int: Object], to new: [Int: Object]) {
            inserted = new.filter { old[$0.key] == nil }
            deleted = old.filter { new[$0.key] == nil }
            for (id, object) in new {
                if let former = old[id], former != object { updated[id] = [former, object] }
            }
        }

        /// Reads the changes that a store reports.
        init<Owner: Entity>(
            _ source: some ChangeSource, _ type: Owner.Type, _ object: (Owner) -> Object
        ) throws where Owner.ID == Int {
            for owner in try source.inserted(type) {
                let former = inserted.updateValue(object(owner), forKey: owner.id)
                try require(former == nil, "\(owner.id) was inserted twice")
            }
            for update in try source.updated(type) {
                let (old, new) = (object(update.old), object(update.new))
                if old != new { updated[update.new.id] = [old, new] }
            }
            for owner in try source.deleted(type) { deleted[owner.id] = object(owner) }
        }
    }

    /// A source of reported changes.
    protocol ChangeSource {
        func inserted<Owner: Entity>(_ type: Owner.Type) throws(StoreError) -> [Owner]
        func updated<Owner: Entity>(_ type: Owner.Type) throws(StoreError) -> [Update<Owner>]
        func deleted<Owner: Entity>(_ type: Owner.Type) throws(StoreError) -> [Owner]
    }

    extension Commit: ChangeSource {}
    extension DryRun: ChangeSource {}

    /// The difference between a state of the world and the next.
    struct WorldDifference {
        let before: World
        let after: World
        /// The worlds with the objects that those of either side hold, or nil if they may be in a
        /// later state.
        let held: (before: World, after: World)?

        /// Checks a store's reported changes, of every entity.
        func check(_ source: some ChangeSource, _ place: String) throws {
            try requireEqual(
                try Difference(source, Person.self) { $0 },
                Difference(from: before.people, to: after.people), "people \(place)")
            try requireEqual(
                try Difference(source, Team.self) { $0 },
                Difference(from: before.teams, to: after.teams), "teams \(place)")
            try requireEqual(
                try Difference(source, Thing.self) { $0 },
                Difference(from: before.things, to: after.things), "things \(place)")
            try requireEqual(
                try Difference(source, Note.self) { $0 },
                Difference(from: before.notes, to: after.notes), "notes \(place)")
            try checkDesks(source, place)
            try requireEqual(
                try Difference(source, Tally.self) { $0 },
                Difference(from: [0: before.tally], to: [0: after.tally]), "tally \(place)")
            try checkLeaflets(source, after.generation.leaflet, place)
            try checkNames(source)
        }

        private func checkDesks(_ source: some ChangeSource, _ place: String) throws {
            guard let held else {
                return try requireEqual(
                    try Difference(source, Desk.self) { $0.owner },
                    Difference(
                        from: before.desks.mapValues { Ref(id: $0.owner) },
                        to: after.desks.mapValues { Ref(id: $0.owner) }), "desks \(place)")
            }
            // A change of a held object is not a change of the desk. But a desk that was rewritten
            // unchanged may be reported, and then holds changed objects.
            let old = before.desks.filter { after.desks[$0.key] != $0.value }
            let new = after.desks.filter { before.desks[$0.key] != $0.value }
            var told = try Difference(source, Desk.self) { $0 }
            told.updated = told.updated.filter { old[$0.key] != nil }
            try requireEqual(
                told,
                Difference(
                    from: old.mapValues(held.before.desk), to: new.mapValues(held.after.desk)),
                "desks \(place)")
        }

        private func checkLeaflets<Leaflet: LeafletType>(
            _ source: some ChangeSource, _ type: Leaflet.Type, _ place: String
        ) throws {
            try requireEqual(
                try Difference(source, type) { $0.plain },
                Difference(from: before.leaflets, to: after.leaflets), "leaflets \(place)")
        }

        /// Checks the attributes that an update reports as changed.
        private func checkNames(_ source: some ChangeSource) throws {
            for update in try source.updated(Person.self) {
                let (old, new) = (update.old, update.new)
                try requireEqual(update.changed(\.name), differ(old.name, new.name), "name")
                try requireEqual(update.changed(\.age), old.age != new.age, "age")
                try requireEqual(update.changed(\.state), old.state != new.state, "state")
                try requireEqual(update.changed(\.address), old.address != new.address, "address")
                try requireEqual(update.changed(\.tags), old.tags != new.tags, "tags")
                try requireEqual(update.changed(\.team), old.team != new.team, "team")
                try requireEqual(update.changed(\.label), differ(old.label, new.label), "label")
            }
        }

        /// Returns whether texts differ in their scalars: they may still be equal.
        private func differ(_ first: String, _ second: String) -> Bool {
            !first.unicodeScalars.elementsEqual(second.unicodeScalars)
        }
    }
#endif
