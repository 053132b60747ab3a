#if Macros
    import Nacre
    import NacreObjects

    /// A thing as a layer above the store has it: a part of it, and data from elsewhere. Some
    /// things cannot be read or saved.
    struct Bulb: Hashable, ManagedObjectConvertible {
        let id: Int
        var light: Int
        /// The desks of which it is the lamp.
        var desks: [Int] = []

        struct Unfit: Error {}

        func toManagedObject(in changes: WriteTransaction) throws -> Thing {
            if light % 10 == 9 { throw Unfit() }
            // Attributes unknown to the layer above stay unchanged.
            let title = try changes.find(Thing.self, id)?.title ?? "bulb"
            return Thing(id: id, title: title, watts: light)
        }

        static func toEntity(_ record: Thing, in reader: Nacre.Snapshot) throws -> Bulb {
            if record.watts % 10 == 8 { throw Unfit() }
            let desks = try reader.fetch(Desk.all).filter { $0.lamp?.id == record.id }
            return Bulb(id: record.id, light: record.watts, desks: desks.map(\.id).sorted())
        }
    }

    // These types are their own records.
    extension Team: ManagedObjectConvertible {}
    extension Person: ManagedObjectConvertible {}

    extension World {
        /// Returns the bulb of a thing, if it can be read.
        func bulb(_ thing: Thing) throws(Refusal) -> Bulb {
            if thing.watts % 10 == 8 { throw Refusal(.refused) }
            let desks = desks.values.filter { $0.lamp == thing.id }.map(\.id).sorted()
            return Bulb(id: thing.id, light: thing.watts, desks: desks)
        }

        /// Returns the thing that a bulb is stored as, if it can be.
        func thing(_ bulb: Bulb) throws(Refusal) -> Thing {
            if bulb.light % 10 == 9 { throw Refusal(.refused) }
            return Thing(
                id: bulb.id, title: things[bulb.id]?.title ?? "bulb", watts: bulb.light)
        }
    }
#endif
