#if Macros
    import Nacre
    import NacreTestSupport

    extension World {
        /// Checks that a reader has exactly this content.
        func check(_ reader: some Reader & ~Escapable, _ place: String) throws {
            try requireEqual(
                Self.byID(try reader.fetch(Person.all)), people, "people \(place)")
            try requireEqual(Self.byID(try reader.fetch(Team.all)), teams, "teams \(place)")
            try requireEqual(Self.byID(try reader.fetch(Thing.all)), things, "things \(place)")
            try requireEqual(
                Self.byID(try reader.fetch(Desk.all)), desks.mapValues(desk), "desks \(place)")
            try requireEqual(try reader.fetch(Tally.all), [tally], "tally \(place)")
            try requireEqual(
                try reader.fetch(Note.all), notes(isOfAll: false) { _ in true }, "notes \(place)")
            try requireEqual(
                try reader.fetch(Note.all.ignoringDefaultFilter),
                notes(isOfAll: true) { _ in true }, "all notes \(place)")
            try checkLeaflets(reader, generation.leaflet, place)
        }

        private func checkLeaflets<Leaflet: LeafletType>(
            _ reader: some Reader & ~Escapable, _ type: Leaflet.Type, _ place: String
        ) throws {
            try requireEqual(
                Self.byID(try reader.fetch(type.all)).mapValues(\.plain), leaflets,
                "leaflets \(place)")
            for count in [-5, 3] {
                try requireEqual(
                    Set(try reader.fetch(type.above(count)).map(\.id)),
                    Set(leaflets.values.filter { $0.count > count }.map(\.id)),
                    "leaflets above \(count) \(place)")
            }
        }

        static func byID<Object: Identifiable>(_ objects: [Object]) -> [Int: Object]
        where Object.ID == Int {
            Dictionary(objects.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        }
    }
#endif
