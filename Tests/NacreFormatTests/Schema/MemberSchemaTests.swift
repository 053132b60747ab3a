import NacreTestSupport
import Testing

@testable import NacreFormat

/// The schema of the structs in collections.
@Suite struct MemberSchemaTests {
    private static let members = [
        MemberSchema("number", .string),
        MemberSchema("price", .scalar(.int64), isOptional: true, pipeline: ["money@1"]),
        MemberSchema(
            "place", nil, members: [MemberSchema("x", .scalar(.double), isOptional: true)]),
        MemberSchema("past", .json, members: [MemberSchema("y", nil)]),
    ]

    private func schema(
        _ members: [MemberSchema], type: StoredType = .json
    ) -> StoredSchema {
        StoredSchema(
            number: EntityNumber(1), name: "A",
            attributes: [
                AttributeSchema(
                    id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false),
                AttributeSchema(
                    id: AttributeID(2), name: "phones", type: type, isNullable: false,
                    members: members),
            ], idOrdinal: 0)
    }

    @Test func `members are read back as they were written`() throws {
        let schema = schema(Self.members)
        #expect(schema.problem == nil)
        let again = try #require(StoredSchema(schema.json))
        #expect(again == schema)
        #expect(again.attributes[1].members == Self.members)
        let text = String(
            decoding: JSONWriter.bytes(of: schema.json, sortedNames: true), as: UTF8.self)
        #expect(
            text.contains(
                #""members":[{"name":"number","type":"string"},{"name":"price","optional":true,"#
                    + #""pipeline":["money@1"],"type":"int64"},{"members":[{"name":"x","#
                    + #""optional":true,"type":"double"}],"name":"place","type":"struct"}"#))
    }

    @Test func `invalid members are refused`() {
        let wrong: [(StoredType, [MemberSchema], String)] = [
            (.string, Self.members, "'phones' has members, but is stored as string"),
            (.json, [MemberSchema("a", .string), MemberSchema("a", nil)], "the same name"),
            (
                .json, [MemberSchema("a", .string, members: Self.members)],
                "'a' has members, but is stored as string"
            ),
            (.json, [MemberSchema("a", .string, pipeline: [""])], "pipeline"),
            (
                .json,
                [
                    MemberSchema(
                        "a", nil, members: [MemberSchema("b", nil), MemberSchema("b", nil)])
                ],
                "the same name"
            ),
        ]
        for (type, members, text) in wrong {
            let problem = schema(members, type: type).problem ?? ""
            #expect(problem.contains(text), "\(problem)")
        }
    }

    @Test(
        arguments: [
            "[]", "1", "[1]", #"[{"name":"a"}]"#, #"[{"type":"string"}]"#,
            #"[{"name":"a","type":"text"}]"#, #"[{"name":"a","optional":false,"type":"string"}]"#,
            #"[{"name":"a","pipeline":[],"type":"string"}]"#,
            #"[{"members":[],"name":"a","type":"struct"}]"#,
            #"[{"members":[1],"name":"a","type":"struct"}]"#,
        ])
    func `incomplete members are not a schema`(text: String) throws {
        let json = try JSONParser.parse(Array(text.utf8))
        #expect(MemberSchema.list(json) == nil)
    }
}
