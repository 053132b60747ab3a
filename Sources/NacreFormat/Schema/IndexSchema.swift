/// An index that an entity has besides those of its id and of its unique attributes. It holds no
/// data of its own and stands in no record, so that it comes and goes without a migration.
package struct IndexSchema: Sendable, Hashable {
    /// The most important first.
    package let attributes: [AttributeID]
    /// Whether no two objects have the same values of all of them. Objects in which one is null
    /// are not compared.
    package let isUnique: Bool

    package init(_ attributes: [AttributeID], isUnique: Bool = false) {
        self.attributes = attributes
        self.isUnique = isUnique
    }
}

/// The member `indexes` of a schema (Formats.md, "Schema").
extension IndexSchema {
    var json: JSONValue {
        let ids = attributes.map { JSONValue.integer(Int64($0.rawValue)) }
        var members = [JSONMember(name: "attributes", value: .array(ids))]
        if isUnique { members.append(JSONMember(name: "unique", value: .bool(true))) }
        return .object(members)
    }

    /// Nil if something is missing or of the wrong kind. Unknown names are passed over.
    init?(_ json: JSONValue) {
        guard let items = json["attributes"]?.asArray else { return nil }
        let ids = items.compactMap { $0.asInteger.flatMap(UInt32.init(exactly:)) }
        guard ids.count == items.count else { return nil }
        // Absent or of the right kind.
        if let unique = json["unique"], unique.asBool == nil { return nil }
        attributes = ids.map { AttributeID($0) }
        isUnique = json["unique"]?.asBool ?? false
    }

    /// Why an entity with these attributes cannot have the index; nil if it can.
    func problem(among known: [AttributeSchema]) -> String? {
        guard !attributes.isEmpty, attributes.count <= Format.indexPartsMax else {
            return "an index has 1 to \(Format.indexPartsMax) attributes"
        }
        guard attributes.areDifferent else { return "an index has an attribute twice" }
        // Of one attribute the schema says it where it stands.
        if isUnique, attributes.count == 1 {
            return "what is unique by an index has several attributes"
        }
        for id in attributes {
            guard let attribute = known.first(where: { $0.id == id }) else {
                return "an index has attribute \(id), which the entity does not have"
            }
            switch attribute.type {
            case .scalar, .string, .data: continue
            // Of one array, or of JSON, the elements have keys.
            case _ where isUnique || attributes.count == 1: continue
            case .json, .array:
                return "'\(attribute.name)' is stored as \(attribute.type.name), which has no order"
                    + " that an index could keep"
            }
        }
        return nil
    }
}
