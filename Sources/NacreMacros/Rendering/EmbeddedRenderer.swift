/// A renderer of the members that `@Embedded` adds to a struct.
struct EmbeddedRenderer {
    private let embedded: StructDeclaration

    init(_ embedded: StructDeclaration) { self.embedded = embedded }

    /// The members in the order in which they are generated.
    var members: [String] {
        let encoding = EncodingRenderer(owner: embedded)
        let reading = ReadingRenderer(owner: embedded)
        var members = [
            FieldsRenderer(owner: embedded).fields("Fields", of: embedded.properties)
        ]
        members += CodecsRenderer(owner: embedded).members
        members += [
            encoding.functions,
            encoding.function(
                "nonisolated \(access)func encode(into _row: inout Nacre.ObjectEncoder) throws",
                of: "self"),
        ]
        members += reading.function(
            "decode", access: access, from: "inout Nacre.ObjectDecoder", label: "_row",
            {
                $0.codec.map { "\($0).decode(from: &_source)" }
                    ?? "_source.decode(\($0.typeExpression).self)"
            })
        members.append(nested)
        members += reading.function(
            "decode", access: access, from: "Nacre.NestedValue", label: "_nested",
            { property in
                property.codec.map {
                    "\($0).member(\(property.storedName), of: _source\(defaultValue(property)))"
                } ?? "_source.member(\(member(property)))"
            })
        members.append(attributeType)
        return members
    }

    private var access: String { embedded.access.ofMembers }

    private var attributeType: String {
        let members = embedded.properties.map {
            "_members.append(Nacre.EmbeddedMember(\(member($0))))"
        }
        return Code.block(
            "nonisolated \(access)static var attributeType: Nacre.AttributeType",
            ["var _members: [Nacre.EmbeddedMember] = []"] + members
                + ["return Nacre.AttributeType.embedded(_members)"])
    }

    /// Returns arguments for a property: its name, its type or stages, and its default.
    private func member(_ property: PropertyDeclaration) -> String {
        let type = property.codec.map { "codec: \($0)" } ?? "\(property.typeExpression).self"
        return "\(property.storedName), \(type)\(defaultValue(property))"
    }

    private func defaultValue(_ property: PropertyDeclaration) -> String {
        property.defaultValue.map { ", default: \($0)" } ?? ""
    }

    private var nested: String {
        let lines = embedded.properties.map { property in
            let value =
                property.codec.map { "\($0).nested(self.\(property.name))" }
                ?? "self.\(property.name).nested()"
            return "_members.append((\(property.storedName), try \(value)))"
        }
        return Code.block(
            "nonisolated \(access)func nested() throws -> Nacre.NestedValue",
            ["var _members: [(String, Nacre.NestedValue)] = []"] + lines
                + ["return Nacre.NestedValue.object(_members)"])
    }
}
