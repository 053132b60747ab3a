/// An index of an entity in addition to those of its id and its unique attributes. It has no data
/// of its own and is in no record, so it can be added and removed without a migration.
package struct IndexSchema: Sendable, Hashable {
    /// The attributes, the most significant first.
    package let attributes: [AttributeID]
    /// Whether no two objects have the same values of all attributes. Objects in which one is null
    /// are not compared.
    package let isUnique: Bool
    /// The filter that objects must match to be compared, as text; nil if all are. Only of a unique
    /// index.
    package let condition: String?

    package init(
        _ attributes: [AttributeID], isUnique: Bool = false, where condition: String? = nil
    ) {
        self.attributes = attributes
        self.isUnique = isUnique
        self.condition = condition
    }
}

/// Encodes and decodes an element of `indexes` or `uniqueWhere` (Formats.md, "Schema").
extension IndexSchema {
    var json: JSONValue {
        let ids = attributes.map { JSONValue.integer(Int64($0.rawValue)) }
        var members = [JSONMember(name: "attributes", value: .array(ids))]
        if let condition {
            members.append(JSONMember(name: "where", value: .string(condition)))
        } else if isUnique {
            members.append(JSONMember(name: "unique", value: .bool(true)))
        }
        return .object(members)
    }

    /// Decodes an index with a condition; nil if something is missing or of the wrong kind. Unknown
    /// names are ignored.
    init?(conditional json: JSONValue) {
        guard let condition = json["where"]?.asString, let index = IndexSchema(json) else {
            return nil
        }
        self.init(index.attributes, isUnique: true, where: condition)
    }

    /// Decodes an index without a condition; nil if something is missing or of the wrong kind.
    /// Unknown names are ignored.
    init?(_ json: JSONValue) {
        guard let items = json["attributes"]?.asArray else { return nil }
        let ids = items.compactMap { $0.asInteger.flatMap(UInt32.init(exactly:)) }
        guard ids.count == items.count else { return nil }
        // Absent or of the right kind.
        if let unique = json["unique"], unique.asBool == nil { return nil }
        attributes = ids.map { AttributeID($0) }
        isUnique = json["unique"]?.asBool ?? false
        condition = nil
    }

    /// Returns the reason why an entity with these attributes cannot have the index; nil if it can.
    func problem(among known: [AttributeSchema]) -> String? {
        guard !attributes.isEmpty, attributes.count <= Format.indexPartsMax else {
            return "an index has 1 to \(Format.indexPartsMax) attributes"
        }
        guard attributes.areDifferent else { return "an index has the same attribute twice" }
        if let condition, condition.isEmpty || condition.utf8.count > Format.conditionSizeMax {
            return "the condition of an index has 1 to \(Format.conditionSizeMax) bytes"
        }
        // For a single attribute, the attribute's own schema has the constraint.
        if isUnique, attributes.count == 1, condition == nil {
            return "a unique index has one attribute: make the attribute itself unique"
        }
        for id in attributes {
            guard let attribute = known.first(where: { $0.id == id }) else {
                return "an index has attribute \(id), which the entity does not have"
            }
            switch attribute.type {
            case .scalar, .string, .data: continue
            // An index of one array or JSON attribute has keys for the elements.
            case _ where isUnique || attributes.count == 1: continue
            case .json, .array:
                return "'\(attribute.name)' is stored as \(attribute.type.name), which has no order"
                    + " that an index could keep"
            }
        }
        return nil
    }
}
