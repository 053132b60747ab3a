import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// A catalog that is made of all schemas and layouts at once, as opening makes it from a
/// checkpoint.
@Suite struct CatalogTests {
    /// An entity whose attributes are added one by one, with a layout for each state.
    private struct Growing {
        let number: EntityNumber
        let name: String

        func schema(_ count: Int) -> StoredSchema {
            let attributes = (1...count).map { id in
                AttributeSchema(
                    id: AttributeID(UInt32(id)), name: "a\(id)", type: .scalar(.int64),
                    isNullable: id > 1, isUnique: id == 2)
            }
            let indexes = count > 2 ? [IndexSchema([AttributeID(3), AttributeID(1)])] : []
            return StoredSchema(
                number: number, name: name, attributes: attributes, idOrdinal: 0, indexes: indexes)
        }

        func layout(_ id: UInt16, _ count: Int) -> Layout {
            Layout(id: LayoutID(id), of: schema(count))
        }
    }

    private let town = Growing(number: EntityNumber(1), name: "Town")
    private let road = Growing(number: EntityNumber(3), name: "Road")

    private func stepwise(_ schemas: [StoredSchema], _ layouts: [Layout]) -> Catalog {
        let bare = schemas.reduce(Catalog.empty) { $0.adding($1) }
        return layouts.reduce(bare) { $0.adding($1) }
    }

    /// Makes the catalog as replay does.
    private func drafted(
        _ schemas: [StoredSchema], _ layouts: [Layout], on base: Catalog = .empty
    ) -> Catalog {
        var draft = CatalogDraft(base)
        for schema in schemas { draft.add(schema) }
        for layout in layouts { draft.add(layout) }
        return draft.catalog
    }

    @Test func `a drafted catalog equals one that is built step by step`() {
        // Entity by entity, in any order and with a change of each: more than the limit for
        // applying them one by one.
        let many = (1...40).map { Growing(number: EntityNumber($0 * 7 % 41), name: "E\($0)") }
        let schemas = many.map { $0.schema(2) } + many.dropFirst(9).map { $0.schema(3) }
        let layouts = many.enumerated().map { $1.layout(UInt16($0 + 1), 2) }
        let whole = stepwise(schemas, layouts)
        expectSame(whole, drafted(schemas, layouts))
        for count in [0, 3, 20] {
            let base = stepwise(Array(schemas.prefix(count)), Array(layouts.prefix(count)))
            expectSame(
                stepwise(schemas, layouts),
                drafted(
                    Array(schemas.dropFirst(count)), Array(layouts.dropFirst(count)), on: base))
            #expect(drafted([], [], on: base) === base)
        }
    }

    @Test func `a draft finds each entity by its current name only`() throws {
        for others in [0, 30] {
            let base = stepwise([town.schema(2), road.schema(2)], [town.layout(1, 2)])
            var draft = CatalogDraft(base)
            for number in 0..<UInt16(others) {
                draft.add(
                    Growing(number: EntityNumber(number + 10), name: "E\(number)").schema(1))
            }
            #expect(draft.schema(named: "Town")?.number == town.number)
            draft.add(Growing(number: town.number, name: "City").schema(2))
            #expect(draft.schema(named: "Town") == nil)
            #expect(draft.schema(named: "City")?.number == town.number)
            #expect(draft.schema(named: "Road")?.number == road.number)
            #expect(draft.schema(town.number)?.name == "City")
            #expect(draft.layoutAttributes(of: town.number).map(\.name) == ["a1", "a2"])
            #expect(draft.layoutAttributes(of: EntityNumber(99)).isEmpty)
            draft.add(Growing(number: town.number, name: "Town").schema(3))
            #expect(draft.schema(named: "City") == nil)
            #expect(draft.catalog["Town"]?.schema == town.schema(3))
            #expect(draft.catalog["City"] == nil)
        }
    }

    private func expectSame(_ one: Catalog, _ other: Catalog) {
        #expect(one.all.map(\.schema) == other.all.map(\.schema))
        #expect(one.all.map(\.layout?.id) == other.all.map(\.layout?.id))
        #expect(one.all.map(\.isWhole) == other.all.map(\.isWhole))
        for (first, second) in zip(one.all, other.all) {
            #expect(first.indexes.map(\.identity) == second.indexes.map(\.identity))
            #expect(first.indexes.map(\.slot) == second.indexes.map(\.slot))
            #expect(one[first.schema.name] === first)
            let layouts = one.layouts(of: first.schema.number)
            let others = other.layouts(of: first.schema.number)
            #expect(layouts.map(\.id) == others.map(\.id))
            #expect(layouts.map(\.encoded) == others.map(\.encoded))
        }
        #expect(one.treeCount == other.treeCount)
        #expect(one.entityCount == other.entityCount)
        #expect(one.nextLayout == other.nextLayout)
    }

    @Test func `a catalog that is built at once equals one that is built step by step`() {
        let schemas = [town.schema(3), road.schema(2)]
        let layouts = [
            town.layout(1, 1), road.layout(2, 1), town.layout(5, 3), road.layout(4, 2),
            town.layout(3, 2),
        ]
        let catalog = Catalog(schemas, layouts)
        expectSame(catalog, stepwise(schemas, layouts))
        #expect(catalog["Town"]?.layout?.id == LayoutID(5))
        #expect(catalog["Road"]?.layout?.id == LayoutID(4))
        #expect(catalog["Road"]?.indexes.map(\.slot) == [2])
    }

    @Test func `the order of definitions makes no difference`() {
        let layouts = [road.layout(2, 1), town.layout(1, 1), road.layout(4, 2)]
        let catalog = Catalog([road.schema(2), town.schema(1)], layouts.reversed())
        expectSame(catalog, Catalog([town.schema(1), road.schema(2)], layouts))
        #expect(catalog.all.map(\.schema.name) == ["Town", "Road"])
        #expect(catalog["Road"]?.layout?.id == LayoutID(4))
    }

    @Test func `no definitions make an empty catalog`() {
        expectSame(Catalog([], []), Catalog.empty)
    }

    @Test func `a layout without a schema makes no entity`() {
        let layouts = [town.layout(1, 1), road.layout(2, 1)]
        let catalog = Catalog([road.schema(1)], layouts)
        expectSame(catalog, stepwise([road.schema(1)], layouts))
        #expect(catalog.all.map(\.schema.name) == ["Road"])
        #expect(catalog.layout(LayoutID(1))?.entity == town.number)
    }

    @Test func `of two definitions with one number, the last one applies`() {
        let schemas = [town.schema(1), town.schema(2)]
        let catalog = Catalog(schemas, [town.layout(1, 1), town.layout(1, 2)])
        #expect(catalog.all.map(\.schema) == [schemas[1]])
        #expect(catalog.layout(LayoutID(1))?.attributes.count == 2)
        #expect(catalog.layoutCount == 1)
    }

    @Test func `equal bytes are decoded once, unless there are too many`() throws {
        let schemas = (1...KnownDefinitions.countMax + 1).map { number in
            Growing(number: EntityNumber(UInt16(number)), name: "E\(number)").schema(1)
        }
        let buffer = ByteBuffer()
        for schema in schemas { CatalogItems.append(schema, to: buffer) }
        try buffer.read { view throws in
            var known = KnownDefinitions()
            var first: StoredSchema?
            for turn in 0..<3 {
                var items = CatalogItems(view, origin: 0)
                var number = 0
                while let frame = try items.next() {
                    guard case .schema(let schema) = try known.definition(frame) else {
                        Issue.record("a schema became something else")
                        return
                    }
                    #expect(schema == schemas[number])
                    if number == 0, turn == 0 { first = schema }
                    if number == 1, turn == 0 {
                        var again = CatalogItems(view, origin: 0)
                        let frame = try #require(try again.next())
                        guard case .schema(let same) = try known.definition(frame) else { return }
                        #expect(same === first)
                    }
                    number += 1
                }
                #expect(number == schemas.count)
            }
        }
    }
}
