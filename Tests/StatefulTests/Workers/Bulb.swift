#if Macros
    import Nacre
    import NacreObjects

    /// A thing as a layer above the store sees it: part of it, what lies elsewhere, and not every
    /// one can be read or kept.
    struct Bulb: Hashable, ManagedObjectConvertible {
        let id: Int
        var light: Int
        /// Of which it is the lamp.
        var desks: [Int] = []

        struct Unfit: Error {}

        func toManagedObject(in changes: WriteTransaction) throws -> Thing {
            if light % 10 == 9 { throw Unfit() }
            // What the layer above does not know of stays.
            let title = try changes.find(Thing.self, id)?.title ?? "bulb"
            return Thing(id: id, title: title, watts: light)
        }

        static func toEntity(_ record: Thing, in reader: Nacre.Snapshot) throws -> Bulb {
            if record.watts % 10 == 8 { throw Unfit() }
            let desks = try reader.fetch(Desk.all).filter { $0.lamp?.id == record.id }
            return Bulb(id: record.id, light: record.watts, desks: desks.map(\.id).sorted())
        }
    }

    // Their own records.
    extension Team: ManagedObjectConvertible {}
    extension Person: ManagedObjectConvertible {}

    extension World {
        /// The bulb that a thing is, if it can be read.
        func bulb(_ thing: Thing) throws(Refusal) -> Bulb {
            if thing.watts % 10 == 8 { throw Refusal(.refused) }
            let desks = desks.values.filter { $0.lamp == thing.id }.map(\.id).sorted()
            return Bulb(id: thing.id, light: thing.watts, desks: desks)
        }

        /// The thing that a bulb is kept as, if it can be.
        func thing(_ bulb: Bulb) throws(Refusal) -> Thing {
            if bulb.light % 10 == 9 { throw Refusal(.refused) }
            return Thing(
                id: bulb.id, title: things[bulb.id]?.title ?? "bulb", watts: bulb.light)
        }
    }
#endif
