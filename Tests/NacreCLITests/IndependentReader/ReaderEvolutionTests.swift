import NacreCLI
import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Stores whose attributes came and went, as seen by the reader written from Formats.md alone, by
/// the dump and by a load of it.
@Suite struct ReaderEvolutionTests {
    @Test func `redefined entities read the same before and after a compaction`() {
        property("readers of many layouts", runs: 12, EvolvingModel.Step.steps) { steps in
            let store = try TestStore(segmentSizeNominal: 3000)
            _ = try store.database.performChanges { try EvolvingModel.define(in: $0) }
            var model = EvolvingModel()
            for step in steps {
                _ = try store.database.performChanges { try model.apply(step, to: $0) }
            }
            let dump = try expectAgreement(on: store.filesNow)
            _ = try store.database.compact()
            try requireEqual(try expectAgreement(on: store.closedFiles()), dump)
            let copy = try ImportFixture()
            try copy.load(dump)
            try requireEqual(try copy.dump(), dump, "a load of the dump")
            try copy.load(dump)
            let contents = try TestStore.contents(of: copy.database.snapshot())
            try requireEqual(contents[EvolvingModel.name], model.contents, "what was loaded")
        }
    }

    @Test func `defaults of every type read the same`() throws {
        let id = AttributeSchema(
            id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false)
        let store = try TestStore()
        _ = try store.database.performChanges { changes in
            try changes.define("E", attributes: [id], id: "id")
            try changes.insert([.int(1)], into: "E")
        }
        var attributes = [id]
        for type in StoredType.all {
            for (index, value) in EveryType.values(type).enumerated() {
                let attribute = AttributeSchema(
                    id: id.id, name: "\(type.name) \(index)", type: type, isNullable: false,
                    defaultValue: value, pipeline: index == 1 ? ["json", "a.b-C@9"] : [])
                let alone = StoredSchema(
                    number: EntityNumber(1), name: "E",
                    attributes: [id, attribute.numbered(2)], idOrdinal: 0)
                // Some are longer than a default may be, and some NaNs differ from that of JSON.
                if alone.problem == nil { attributes.append(attribute) }
            }
        }
        #expect(attributes.count > 100)
        _ = try store.database.performChanges { changes in
            try changes.redefine("E", attributes: attributes)
        }
        let dump = try expectAgreement(on: store.closedFiles())
        let copy = try ImportFixture()
        try copy.load(dump)
        #expect(try copy.dump() == dump)
    }

    @Test func `a load into an entity with other attribute numbers works like any other`() throws {
        let attributes = CityEntity.attributes
        let store = try TestStore()
        _ = try store.database.performChanges { changes in
            try CityEntity.define(in: changes)
            try changes.redefine(
                CityEntity.name, attributes: attributes.filter { $0.name != "capital" })
            try changes.redefine(
                CityEntity.name, attributes: attributes.map { $0.name == "capital" ? capital : $0 })
            try changes.insert(CityEntity.values(1, "Oslo"), into: CityEntity.name)
        }
        let dump = try expectAgreement(on: store.closedFiles())
        let copy = try ImportFixture()
        _ = try copy.database.performChanges { changes in
            try changes.define(
                CityEntity.name,
                attributes: attributes.map { $0.name == "capital" ? capital.numbered(6) : $0 },
                id: "id")
        }
        try copy.load(dump)
        #expect(try copy.database.snapshot().count(CityEntity.name) == 1)
    }

    private let capital = AttributeSchema(
        id: AttributeID(6), name: "capital", type: .scalar(.bool), isNullable: true)
}

extension AttributeSchema {
    fileprivate func numbered(_ id: UInt32) -> AttributeSchema {
        AttributeSchema(
            id: AttributeID(id), name: name, type: type, isNullable: isNullable,
            defaultValue: defaultValue, pipeline: pipeline)
    }
}
