import Nacre
import NacreTestSupport
import Testing

/// Single values at the end of references, equal to those of optional chaining in Swift.
@Suite struct ReferenceValueTests {
    typealias City = Hall.City
    typealias Person = Hall.Person
    typealias World = Hall.World

    private func withWorlds(
        _ name: String, _ body: @escaping @Sendable (Store, World) throws -> Void
    ) {
        property(name, runs: 60, World.samples) { world in
            let store = try Store.inMemory(Person.self, City.self)
            try store.performChanges { changes in
                try changes.insert(contentsOf: world.people)
                try changes.insert(contentsOf: world.cities)
            }
            try body(store, world)
        }
    }

    @Test func `projections follow references, and dangling ones give nil`() {
        withWorlds("projections through references") { store, world in
            let all = City.all.sorted(\.mayor.name.ascending)
            let cities = try store.fetch(all)
            let mayors = cities.map { world.find($0.mayor) }
            try requireEqual(try store.fetch(\.mayor.name, all), mayors.map { $0?.name })
            try requireEqual(try store.fetch(\.mayor.born, all), mayors.map { $0?.born })
            try requireEqual(try store.fetch(\.mayor.id, all), mayors.map { $0?.id })
            try requireEqual(try store.fetch(\.mayor.cities, all), mayors.map { $0?.cities })
            try requireEqual(
                try store.fetch(\.founder.boss.home.name, all),
                cities.map { world.find(world.find(world.find($0.founder)?.boss)?.home)?.name })
            let several = all.select(\.name, \.mayor.name, \.mayor.boss, \.mayor.boss.born)
            func check(_ rows: [(String, String?, Ref<Person>?, Int?)]) throws {
                try requireEqual(rows.map(\.0), cities.map(\.name))
                try requireEqual(rows.map(\.1), mayors.map { $0?.name })
                try requireEqual(rows.map(\.2), mayors.map { $0?.boss })
                try requireEqual(rows.map(\.3), mayors.map { world.find($0?.boss)?.born })
            }
            try check(try store.fetch(several))
            try store.performChanges { changes in try check(try changes.fetch(several)) }
            var stream = try store.stream(several, batch: 2)
            var streamed: [(String, String?, Ref<Person>?, Int?)] = []
            while let row = try stream.next() { streamed.append(row) }
            try check(streamed)
        }
    }

    @Test func `aggregates and groups follow references and ignore nil`() {
        withWorlds("aggregates through references") { store, world in
            let mayors = world.cities.map { world.find($0.mayor) }
            let born = mayors.compactMap { $0?.born }
            try requireEqual(try store.sum(\.mayor.born, City.all), born.reduce(0, +))
            try requireEqual(
                try store.average(\.mayor.born, City.all),
                born.isEmpty ? nil : Double(born.reduce(0, +)) / Double(born.count))
            try requireEqual(
                try store.min(\.mayor.name, City.all), mayors.compactMap { $0?.name }.min())
            try requireEqual(
                try store.max(\.mayor.boss.born, City.all),
                mayors.compactMap { world.find($0?.boss)?.born }.max())
            let names = Dictionary(grouping: mayors) { $0?.name }
            let order = names.keys.sorted { first, second in
                guard let second else { return false }
                return first.map { $0 < second } ?? true
            }
            try requireEqual(try store.distinct(\.mayor.name, City.all), order)
            let groups = try store.group(
                City.all, by: \.mayor.name, .count, .sum(\.mayor.born), .max(\.population))
            try requireEqual(groups.map(\.key), order)
            for (name, (count, sum, _)) in groups {
                let members = names[name] ?? []
                try requireEqual(count, members.count)
                try requireEqual(sum, members.compactMap { $0?.born }.reduce(0, +))
            }
            let many = try store.group(
                City.all, by: \.mayor.name, \.founder.boss.born, \.name, with: .count)
            try requireEqual(many.map(\.values).reduce(0, +), world.cities.count)
        }
    }

    // MARK: Structs

    struct Note: Embedded, Hashable {
        var text: String?
        var level: Int

        struct Fields: FieldSet {
            typealias FieldsOwner = Note
            private let path: FieldPath
            init(_ path: FieldPath) { self.path = path }
            var text: Field<Note, String?> { Field(path.appending("text")) }
            var level: Field<Note, Int> { Field(path.appending("level")) }
        }

        static var attributeType: AttributeType {
            .embedded([EmbeddedMember("text", String?.self), EmbeddedMember("level", Int.self)])
        }

        func encode(into row: inout ObjectEncoder) throws {
            func write(_ value: some AttributeValue) throws { try value.encode(into: &row) }
            try write(text)
            try write(level)
        }

        static func decode(from row: inout ObjectDecoder) throws -> Note {
            Note(text: try row.decode(String?.self), level: try row.decode(Int.self))
        }

        func nested() throws -> NestedValue {
            .object([("text", try Self.nest(text)), ("level", try Self.nest(level))])
        }

        private static func nest(_ value: some AttributeValue) throws -> NestedValue {
            try value.nested()
        }

        static func decode(from nested: NestedValue) throws -> Note {
            Note(text: try nested.member("text"), level: try nested.member("level"))
        }
    }

    struct Page: Entity, Hashable {
        let id: Int
        var note: Note
        var other: Note?

        static let schema = EntitySchema(
            Self.init, Attribute("id", \.id), Attribute("note", \.note),
            Attribute("other", \.other))
    }

    struct Mark: Entity, Hashable {
        let id: Int
        var page: Ref<Page>?

        static let schema = EntitySchema(
            Self.init, Attribute("id", \.id), Attribute("page", \.page, .relationship(.noAction)))
    }

    @Test func `structs of a referenced object are nil only without the object`() throws {
        let store = try Store.inMemory(Page.self, Mark.self)
        let notes = [Note(text: nil, level: 1), Note(text: "x", level: 2)]
        try store.performChanges { changes in
            try changes.insert(Page(id: 0, note: notes[0], other: nil))
            try changes.insert(Page(id: 1, note: notes[1], other: notes[0]))
            for id in 0..<3 { try changes.insert(Mark(id: id, page: Ref(id: id))) }
            try changes.insert(Mark(id: 3, page: nil))
        }
        #expect(try store.fetch(\.page.note, Mark.all) == [notes[0], notes[1], nil, nil])
        #expect(try store.fetch(\.page.other, Mark.all) == [nil, notes[0], nil, nil])
        #expect(try store.fetch(\.page.note.text, Mark.all) == [nil, "x", nil, nil])
        #expect(try store.fetch(\.page.note.level, Mark.all) == [1, 2, nil, nil])
        #expect(try store.fetch(\.page.other.level, Mark.all) == [nil, 1, nil, nil])
        #expect(try store.sum(\.page.other.level, Mark.all) == 1)
    }

    @Test func `ranks and percentiles accept only the entity's own attributes`() throws {
        let store = try Store.inMemory(Person.self, City.self)
        let error = storeError { try store.percentile(0.5, City.self, \.mayor.born) }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message.contains("'mayor.born'") == true)
    }

    @Test func `a type that the store was opened without is reported by name`() throws {
        let store = try Store.inMemory(City.self)
        let error = storeError { try store.fetch(\.mayor.name, City.all) }
        #expect(error?.code == .unknownEntity)
        #expect(error?.message.contains("Person") == true)
    }
}
