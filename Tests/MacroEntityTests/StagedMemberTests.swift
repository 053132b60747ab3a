#if Macros
    import Foundation
    import Nacre
    import Testing

    /// A value that only a stage can store.
    private struct Voltage: Hashable, Comparable, Codable {
        var volts: Int
        static func < (left: Voltage, right: Voltage) -> Bool { left.volts < right.volts }
        init(_ volts: Int) { self.volts = volts }
        init?(stored: Int) {
            guard stored < 1_000 else { return nil }
            volts = stored
        }
    }

    private struct Slug: Hashable {
        var text: String
    }

    extension Transformer where Value == Slug, Stored == String {
        fileprivate static var slug: Self {
            Transformer(
                "slug", keepsText: true, transform: { $0.text }, reverse: { Slug(text: $0) })
        }
    }

    extension Transformer where Value == String, Stored == Data {
        fileprivate static var spiced: Self {
            Transformer(
                "spiced", keepsEquality: false,
                transform: { Data([.random(in: .min ... .max)] + $0.utf8) },
                reverse: { String(decoding: $0.dropFirst(), as: UTF8.self) })
        }
    }

    @Embedded
    private struct Socket: Hashable {
        @Attribute(
            .transformed(
                "volts", by: { (voltage: Voltage) in voltage.volts },
                reverse: { (stored: Int) in Voltage(stored: stored) }, keepsOrder: true))
        var voltage: Voltage = Voltage(230)
        @Attribute(.transformed(by: .uuidString)) var part: UUID?
        @Attribute(
            .named("label"), .transformed(by: Transformer<Slug, String>.slug, keepsText: true))
        var slug: Slug
    }

    /// A struct with a member whose stored bytes differ each time.
    @Embedded
    private struct Note: Hashable {
        @Attribute(.transformed(by: Transformer<String, Data>.spiced, keepsEquality: false))
        var text: String
        var number: Int
    }

    @Entity
    private struct Panel: Hashable {
        let id: Int
        var main: Socket
        var spare: Socket?
        var sockets: [Socket] = []
        var note: Note
        @Attribute(.indexed, .transformed(elementsBy: .uuidString)) var devices: [UUID] = []
        @Attribute(.transformed(elementsBy: Transformer<Slug, String>.slug, keepsText: true))
        var slugs: Set<Slug> = []
        @Attribute(.transformed("volts", by: \Voltage.volts, reverse: { (n: Int) in Voltage(n) }))
        var peak: Voltage?
        #Index<Panel>([\.main.voltage])
        #Unique<Panel>([\.main.slug])
    }

    /// Stages on members of embedded structs and on elements of collections.
    @Suite struct StagedMemberTests {
        private static let parts = (0..<6).map { _ in UUID() }

        private static let panels = (0..<6).map { id in
            let socket = Socket(
                voltage: Voltage(100 * id), part: id % 2 == 0 ? parts[id] : nil,
                slug: Slug(text: "north-\(id)"))
            return Panel(
                id: id, main: socket, spare: id < 3 ? nil : socket,
                sockets: id == 0
                    ? [] : [socket, Socket(voltage: Voltage(12), slug: Slug(text: "south"))],
                note: Note(text: "n\(id)", number: id), devices: Array(parts[..<id]),
                slugs: [Slug(text: "a\(id)"), Slug(text: "b")],
                peak: id == 5 ? nil : Voltage(id))
        }

        private func store() throws -> Store {
            let store = try Store.inMemory(Panel.self)
            try store.performChanges { try $0.insert(contentsOf: Self.panels) }
            return store
        }

        private func ids(_ store: Store, _ filter: Filter<Panel>) throws -> [Int] {
            try store.fetch(\.id, Panel.where(filter))
        }

        @Test func `members with stages come back as they were stored`() throws {
            let store = try store()
            #expect(try store.fetch(Panel.all) == Self.panels)
            let volts = try store.fetch(\.main.voltage, Panel.all)
            #expect(volts == Self.panels.map(\.main.voltage))
            let spare = try store.fetch(\.spare.voltage, Panel.all)
            #expect(spare == Self.panels.map { $0.spare?.voltage })
            let part = try store.fetch(\.spare.part, Panel.all)
            #expect(part == Self.panels.map { $0.spare?.part })
            let notes = try store.fetch(\.note.text, Panel.all)
            #expect(notes == Self.panels.map(\.note.text))
            #expect(try store.fetch(\.devices, Panel.all) == Self.panels.map(\.devices))
        }

        @Test func `members with stages have the filters that the stages keep`() throws {
            let store = try store()
            #expect(try ids(store, Filter { $0.main.voltage == Voltage(300) }) == [3])
            #expect(try ids(store, Filter { $0.main.voltage > Voltage(300) }) == [4, 5])
            #expect(try ids(store, Filter { $0.main.slug.hasSuffix(Slug(text: "h-2")) }) == [2])
            #expect(try ids(store, Filter { $0.main.part == Self.parts[2] }) == [2])
            #expect(try ids(store, Filter { $0.main.part == nil }) == [1, 3, 5])
            #expect(try ids(store, Filter { $0.spare.voltage < Voltage(500) }) == [3, 4])
            #expect(try ids(store, Filter { $0.spare.voltage == nil }) == [0, 1, 2])
            #expect(try ids(store, Filter { $0.spare.slug.contains(Slug(text: "-5")) }) == [5])
            #expect(try ids(store, Filter { $0.spare == Self.panels[4].spare }) == [4])
            #expect(
                try store.fetch(\.id, Panel.all.sorted(\.main.voltage.descending))
                    == [5, 4, 3, 2, 1, 0])
            let explanation = try Panel.where { $0.main.voltage == Voltage(300) }
                .explain(in: store)
            #expect(explanation.staged.map(\.stages) == [["ordered.volts"]])
        }

        @Test func `members with stages of structs in a list have their filters`() throws {
            let store = try store()
            #expect(
                try ids(store, Filter { $0.sockets.contains { $0.voltage == Voltage(200) } }) == [2]
            )
            #expect(
                try ids(store, Filter { $0.sockets.contains { $0.voltage > Voltage(300) } })
                    == [4, 5])
            #expect(
                try ids(
                    store,
                    Filter {
                        $0.sockets.contains { $0.slug.hasPrefix(Slug(text: "north-1")) }
                    }) == [1])
            #expect(
                try ids(store, Filter { $0.sockets.contains { $0.part == Self.parts[4] } }) == [4])
            #expect(try ids(store, Filter { $0.sockets == Self.panels[3].sockets }) == [3])
            #expect(
                try ids(store, Filter { $0.sockets.contains(Self.panels[5].sockets[0]) }) == [5])
        }

        @Test func `elements with stages have the filters of their collection`() throws {
            let store = try store()
            #expect(try ids(store, Filter { $0.devices.contains(Self.parts[3]) }) == [4, 5])
            #expect(try ids(store, Filter { $0.devices == [Self.parts[0]] }) == [1])
            #expect(try ids(store, Filter { $0.devices.count > 3 }) == [4, 5])
            #expect(try ids(store, Filter { $0.devices.isEmpty }) == [0])
            #expect(
                try ids(store, Filter { $0.slugs.contains { $0.hasPrefix(Slug(text: "a4")) } })
                    == [4])
            #expect(
                try ids(store, Filter { $0.slugs == [Slug(text: "b"), Slug(text: "a1")] }) == [1])
            #expect(try ids(store, Filter { $0.peak == Voltage(3) }) == [3])
            #expect(try ids(store, Filter { $0.peak == nil }) == [5])
            let explanation = try Panel.where { $0.devices.contains(Self.parts[5]) }
                .explain(in: store)
            #expect(explanation.indexes == ["devices"])
        }

        @Test func `predicates go through stages, also of elements of a list of values`() throws {
            let store = try store()
            let (peak, none) = (Voltage(3), Voltage?.none)
            #expect(try ids(store, Filter(#Predicate { $0.peak == peak })) == [3])
            #expect(try ids(store, Filter(#Predicate { $0.peak != peak })) == [0, 1, 2, 4, 5])
            #expect(try ids(store, Filter(#Predicate { $0.peak == none })) == [5])
            let devices = [Self.parts[0]]
            #expect(try ids(store, Filter(#Predicate { $0.devices == devices })) == [1])
            let part = Self.parts[0]
            let error = #expect(throws: StoreError.self) {
                try Filter<Panel>(#Predicate { $0.devices.contains(part) })
            }
            #expect(error?.message.contains("'devices' has stages") == true)
        }

        @Test func `a struct with a stage that keeps no equality cannot be compared as a whole`()
            throws
        {
            let store = try store()
            #expect(try ids(store, Filter { $0.note.number == 4 }) == [4])
            let error = #expect(throws: StoreError.self) {
                try store.fetch(Panel.where { $0.note == Self.panels[0].note })
            }
            #expect(error?.code == .invalidValue)
            #expect(error?.message.contains("'text'") == true)
            // Saving an equal object keeps the stored bytes, so nothing changes.
            let before = try store.statistics.commitNumber
            try store.performChanges { try $0.save(Self.panels[2]) }
            #expect(try store.statistics.commitNumber == before)
        }

        @Test func `a stored value that a failable closure refuses is reported`() throws {
            let store = try Store.inMemory(Panel.self)
            var panel = Self.panels[0]
            panel.main.voltage = Voltage(5_000)
            try store.performChanges { try $0.insert(panel) }
            let error = #expect(throws: StoreError.self) { try store.fetch(Panel.all) }
            #expect(error?.code == .undecodable)
            #expect(error?.message.contains("'main.voltage'") == true)
        }

        @Test func `the second object with a unique member behind a stage is refused`() throws {
            let store = try store()
            var panel = Self.panels[1]
            panel = Panel(
                id: 99, main: panel.main, spare: nil, note: panel.note, devices: [], slugs: [])
            let error = #expect(throws: StoreError.self) {
                try store.performChanges { try $0.insert(panel) }
            }
            #expect(error?.code == .uniqueViolation)
        }
    }
#endif
