import NacreFormat
import Testing

@testable import NacreEngine

/// Collections whose structs have other properties than the stored ones.
@Suite struct MemberDifferenceTests {
    private func schema(_ members: [MemberSchema]) -> StoredSchema {
        StoredSchema(
            number: EntityNumber(1), name: "Person",
            attributes: [
                AttributeSchema(
                    id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false),
                AttributeSchema(
                    id: AttributeID(2), name: "phones", type: .json, isNullable: true,
                    members: members),
            ], idOrdinal: 0)
    }

    private func difference(
        _ old: [MemberSchema], _ new: [MemberSchema]
    ) -> SchemaDifference {
        SchemaDifference(from: schema(old), to: schema(new).attributes)
    }

    private static let stored = [
        MemberSchema("number", .string, isOptional: true),
        MemberSchema("place", nil, members: [MemberSchema("floor", .scalar(.int64))]),
    ]

    @Test func `a new schema keeps members that are unchanged, added or become optional`() throws {
        let wanted = [
            MemberSchema("number", .string, isOptional: true),
            MemberSchema(
                "place", nil, isOptional: true,
                members: [
                    MemberSchema("floor", .scalar(.int64), isOptional: true),
                    MemberSchema("door", .string, isOptional: true),
                ]),
        ]
        let difference = difference(Self.stored, wanted)
        #expect(difference.otherMembers == ["phones"] && !difference.isEmpty)
        #expect(difference.removed == [] && difference.conflicts == [])
        #expect(try difference.result().attributes[1].members == wanted)
    }

    @Test func `members are recorded if there were none, and kept if the type has none`() throws {
        let first = difference([], Self.stored)
        #expect(first.otherMembers == ["phones"] && first.conflicts == [])
        #expect(try first.result().attributes[1].members == Self.stored)
        let unknown = difference(Self.stored, [])
        #expect(unknown.isEmpty)
        #expect(try unknown.result().attributes[1].members == Self.stored)
        #expect(difference(Self.stored, Self.stored).isEmpty)
    }

    @Test func `removed members are named with their paths`() {
        let difference = difference(
            Self.stored,
            [MemberSchema("place", nil, members: [MemberSchema("level", nil, isOptional: true)])])
        #expect(difference.removed == ["phones.number", "phones.place.floor"])
        #expect(difference.conflicts == [])
    }

    @Test func `members that could not be read are conflicts`() {
        let wanted = [
            MemberSchema("number", .string), MemberSchema("rank", .scalar(.int64)),
            MemberSchema(
                "place", nil,
                members: [MemberSchema("floor", .scalar(.int64), pipeline: ["stairs@2"])]),
        ]
        let difference = difference(Self.stored, wanted)
        #expect(difference.removed == [])
        #expect(difference.conflicts.count == 3)
        let text = difference.conflicts.joined(separator: "\n")
        for part in [
            "'phones.number' of 'Person' may be missing in stored values",
            "'phones.rank' of 'Person' is new and required",
            "'phones.place.floor' of 'Person' is stored as int64 and declared as int64 through"
                + " stairs@2",
        ] {
            #expect(text.contains(part), "\(text)")
        }
        #expect(throws: StoreError.self) { try difference.result() }
        let other = self.difference(Self.stored, [MemberSchema("place", .string)])
        #expect(other.conflicts.first?.contains("is stored as struct and declared") == true)
    }
}
