import NacreEngine
import NacreFormat
import Testing

/// The reported differences of two declarations of an entity, before any change is made.
@Suite struct SchemaDifferenceTests {
    private typealias Tests = RedefineTests

    private static let stored = StoredSchema(
        number: EntityNumber(1), name: "E",
        attributes: ["id", "a", "b", "c"].enumerated().map { index, name in
            AttributeSchema(
                id: AttributeID(UInt32(index + 1)), name: name, type: .string,
                isNullable: name == "c", isUnique: name == "b",
                reference: name == "c" ? "City" : nil)
        }, idOrdinal: 0)

    private func difference(_ wanted: [AttributeSchema]) -> SchemaDifference {
        SchemaDifference(from: Self.stored, to: wanted)
    }

    @Test func `equal attributes do not differ, whatever their ids`() {
        let wanted = Self.stored.attributes.map {
            Tests.attribute(
                $0.name, .string, isNullable: $0.isNullable, isUnique: $0.isUnique,
                reference: $0.reference)
        }
        #expect(difference(wanted).isEmpty)
    }

    @Test func `all possible changes are listed`() {
        let found = difference([
            Tests.attribute("new", .json, isNullable: true),
            Tests.attribute("b", .string, isNullable: true, reference: "City"),
            Tests.attribute("id", .string),
            Tests.attribute("a", .string, isUnique: true),
        ])
        #expect(found.added == ["new"])
        #expect(found.removed == ["c"])
        #expect(found.nowNullable == ["b"])
        #expect(found.nowReferences == ["b"])
        #expect(found.nowUnique == ["a"])
        #expect(found.noLongerUnique == ["b"])
        #expect(found.isReordered)
        #expect(found.conflicts.isEmpty)
        #expect(!found.isEmpty)
    }

    @Test func `added and removed attributes are no reordering`() {
        let rest = Self.stored.attributes.filter { $0.name != "a" }
        #expect(!difference([Tests.attribute("new", .json, isNullable: true)] + rest).isReordered)
        #expect(difference(rest.reversed()).isReordered)
    }

    @Test func `all conflicts are listed`() {
        let found = difference([
            Tests.attribute("a", .data, isNullable: true), Tests.attribute("new", .json),
            Tests.attribute("c", .string, isNullable: true, reference: "Town"),
        ])
        #expect(found.conflicts.count == 4)
        #expect(!found.isEmpty)
    }
}
