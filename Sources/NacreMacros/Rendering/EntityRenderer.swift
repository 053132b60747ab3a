/// A renderer of the members that `@Entity` adds to a struct.
struct EntityRenderer {
    private let entity: StructDeclaration

    init(_ entity: StructDeclaration) { self.entity = entity }

    /// The members in the order in which they are generated.
    var members: [String] {
        let fields = FieldsRenderer(owner: entity)
        let encoding = EncodingRenderer(owner: entity)
        let attributes = entity.properties + entity.derived
        let conditional = entity.uniques.compactMap(\.conditionalAttribute)
        let unique = attributes.filter {
            $0.marks.isUnique || $0.isID || conditional.contains($0.name)
        }
        var members: [String] = []
        if let type = entity.inferredIDType { members.append("\(access)typealias ID = \(type)") }
        if entity.addsID {
            members.append(
                "nonisolated \(access)var id: Nacre.ObjectID<\(entity.name)> = Nacre.ObjectID()")
        }
        if let identifier = entity.identifier {
            members.append(
                "nonisolated \(access)var id: \(identifier.type) { \(identifier.name) }")
        }
        members.append(
            fields.fields("Fields", of: attributes, inverses: entity.inverses))
        members.append(fields.fields("UniqueFields", of: unique))
        members += CodecsRenderer(owner: entity).members
        if let id = entity.properties.first(where: \.isID), let codec = id.codec {
            members.append(
                "nonisolated \(access)static let idCoding: Nacre.IDCoding<\(id.type)>?"
                    + " = Nacre.IDCoding(\(codec))")
        }
        members.append(encoding.functions)
        members.append(
            encoding.function(
                "nonisolated private static func _encode"
                    + "(_ _object: \(entity.name), into _row: inout Nacre.ObjectEncoder) throws",
                of: "_object"))
        members += ReadingRenderer(owner: entity).function(
            "_decode", access: "private ", from: "inout Nacre.ObjectDecoder", label: "_row",
            {
                $0.codec.map { "\($0).decode(from: &_source)" }
                    ?? "_source.decode(\($0.typeExpression).self)"
            })
        members.append(schema)
        return members
    }

    private var access: String { entity.access.ofMembers }

    private func derived(_ property: PropertyDeclaration) -> String {
        let version = property.version.map { ", version: \($0)" } ?? ""
        return "Nacre.Derived(\"\(property.plainName)\", \\\(entity.name).\(property.name)"
            + "\(version)\(property.marks.options))"
    }

    /// The schema, built statement by statement, because the compiler is slow with large literals.
    /// The code contains the properties' defaults, so its variables must not hide names in these.
    private var schema: String {
        var lines = ["var _attributes: [Nacre.AnyAttribute] = []"]
        lines += entity.properties.map { "_attributes.append(\(attribute($0)).erased)" }
        lines += entity.derived.map { "_attributes.append(\(derived($0)).erased)" }
        if !entity.indexes.isEmpty || !entity.uniques.isEmpty || !entity.searches.isEmpty {
            lines.append("let _fields = Fields(Nacre.FieldPath())")
        }
        if !entity.inverses.isEmpty {
            lines.append("var _inverses: [Nacre.Inverse<\(entity.name)>] = []")
            lines += entity.inverses.map { "_inverses.append(\(inverse($0)))" }
        }
        let inverses = entity.inverses.isEmpty ? "" : " inverses: _inverses,"
        let indexes =
            argument("indexes", entity.indexes.map(list))
            + argument("uniques", entity.uniques.map(unique))
            + argument("searches", entity.searches.map(search))
        lines.append(
            "return Nacre.EntitySchema(attributes: _attributes,\(indexes)\(inverses)"
                + " decode: \(entity.name)._decode, encode: \(entity.name)._encode)")
        let type = "Nacre.EntitySchema<\(entity.name)>"
        return Code.block("nonisolated \(access)static let schema: \(type) =", lines) + "()"
    }

    /// Returns an argument with an array of expressions; empty if there are none.
    private func argument(_ label: String, _ elements: [String]) -> String {
        elements.isEmpty ? "" : " \(label): [\(elements.joined(separator: ", "))],"
    }

    /// Returns an array of attributes.
    private func list(_ attributes: [String]) -> String {
        "[\(attributes.map { "_fields.\($0)" }.joined(separator: ", "))]"
    }

    private func unique(_ unique: UniqueDeclaration) -> String {
        let conflict = unique.conflict.map { ", conflict: \($0)" } ?? ""
        let condition = unique.condition.map { ", where: \($0)" } ?? ""
        return "Nacre.UniqueTogether(fields: \(list(unique.attributes))\(conflict)\(condition))"
    }

    private func search(_ search: SearchDeclaration) -> String {
        let name = search.name.map { ", named: \($0)" } ?? ""
        let weights =
            search.weights.isEmpty ? "" : ", weights: [\(search.weights.joined(separator: ", "))]"
        let tokenizer = search.tokenizer.map { ", tokenizer: \($0)" } ?? ""
        return "Nacre.TextSearch(fields: \(list(search.attributes))\(name)\(weights)\(tokenizer))"
    }

    private func inverse(_ inverse: InverseDeclaration) -> String {
        "Nacre.Inverse(\"\(inverse.plainName)\", \\\(entity.name).\(inverse.name),"
            + " of: \\\(inverse.member).Fields.\(inverse.reference))"
    }

    private func attribute(_ property: PropertyDeclaration) -> String {
        var arguments = "\"\(property.plainName)\", \\\(entity.name).\(property.name)"
        if let codec = property.codec { arguments += ", codec: \(codec)" }
        // The default of an id is a new id each time, which is useless for objects stored earlier.
        if let value = property.defaultValue, !property.isID {
            arguments += ", default: \(value)"
        }
        if property.marks.isID { arguments += ", .id(\\\(entity.name).id)" }
        return "Nacre.Attribute(\(arguments)\(property.marks.options))"
    }
}
