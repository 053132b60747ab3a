import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// The effects of a program's plan on a store, below the types: entities get other names, and
/// objects other values.
@Suite struct RewritingTests {
    private static func define(_ changes: Changes) throws {
        try CityEntity.define(in: changes)
        try changes.define(
            "Person",
            attributes: [
                AttributeSchema(
                    id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false),
                AttributeSchema(
                    id: AttributeID(2), name: "home", type: .scalar(.int64), isNullable: true,
                    reference: CityEntity.name),
                AttributeSchema(
                    id: AttributeID(3), name: "number", type: .scalar(.int64), isNullable: true),
            ], id: "id", indexes: [NamedIndex(["home", "number"], isUnique: true)])
        for id in 0..<20 as Range<Int64> {
            try changes.insert(CityEntity.values(id, "\(id)", population: id), into: "City")
        }
        try changes.insert([.int(1), .int(2), .int(7)], into: "Person")
    }

    @Test func `an entity is renamed, also in references to it`() throws {
        try withStore { store in
            try store.database.performChanges { try Self.define($0) }
            try store.database.performChanges { changes in
                try changes.rename(CityEntity.name, to: "Town")
                #expect(try changes.count("Town") == 20)
                #expect(
                    DatabaseTests.code { try changes.rename("Town", to: "Person") }
                        == .schemaMismatch)
                #expect(
                    DatabaseTests.code { try changes.rename("City", to: "Place") }
                        == .unknownEntity)
            }
            try store.reopen()
            let catalog = try store.database.snapshot().catalog
            #expect(catalog["City"] == nil)
            #expect(catalog["Person"]?.schema.attributes[1].reference == "Town")
            #expect(catalog.formerNames == ["City": "Town"])
            #expect(try store.contents()["Town"]?.count == 20)
        }
    }

    @Test func `objects are rewritten one by one, and only if they change`() throws {
        try withStore { store in
            try store.database.performChanges { try Self.define($0) }
            try store.database.performChanges { changes in
                try changes.rewrite(CityEntity.name) { object in
                    var values = object.values
                    if case .int(let people) = values[3], people % 2 == 1 {
                        values[3] = .int(people * 10)
                    }
                    return values
                }
                #expect(changes.changeCount == 10)
                try changes.setGeneration(3)
            }
            try store.reopen()
            let snapshot = try store.database.snapshot()
            #expect(snapshot.catalog.generation == 3)
            for id in 0..<20 as Range<Int64> {
                let people = try snapshot.find(.int(id), in: CityEntity.name)?.values[3]
                #expect(people == .int(id % 2 == 1 ? id * 10 : id))
            }
        }
    }

    @Test func `the object with given unique values is found by one or several attributes`() throws
    {
        try withStore { store in
            try store.database.performChanges { changes in
                try Self.define(changes)
                let definition = try changes.definition("Person")
                func holder(_ values: [Value], _ names: [String]) throws -> Value? {
                    let draft = try changes.emptyDraft(definition)
                    try draft.set(values)
                    let constraint = try definition.constraint(over: names)
                    #expect(!constraint.name.isEmpty)
                    return try changes.holder(of: draft, by: constraint, definition)
                        .map { try changes.id(of: $0) }
                }
                #expect(try holder([.int(1), .null, .null], ["id"]) == .int(1))
                #expect(try holder([.int(9), .null, .null], ["id"]) == nil)
                #expect(try holder([.int(9), .int(2), .int(7)], ["number", "home"]) == .int(1))
                #expect(try holder([.int(9), .int(2), .int(8)], ["home", "number"]) == nil)
                #expect(try holder([.int(9), .null, .int(7)], ["home", "number"]) == nil)
                for names in [["home"], ["id", "home"]] {
                    #expect(
                        DatabaseTests.code { _ = try definition.constraint(over: names) }
                            == .schemaMismatch)
                }
            }
        }
    }

    @Test func `the error of broken rules prints five of them and has them all`() {
        let violations = (1...7).map { number in
            Violation(
                entity: "Person", id: "\(number)", attribute: number == 1 ? nil : "age",
                rule: "range 0...150", value: nil)
        }
        let error = StoreError(violations)
        #expect(error.code == .invalidObject)
        #expect(error.violations == violations)
        #expect(error.message.contains("7 rules are broken"))
        #expect(error.message.contains("the object of 'Person' with the id 1: range 0...150"))
        #expect(error.message.contains("'age' of the object of 'Person' with the id 5"))
        #expect(error.message.contains("and 2 more"))
        #expect(StoreError(Array(violations.prefix(1))).message.contains("A rule is broken"))
    }
}
