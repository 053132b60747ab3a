/// An index that an entity has besides those of its id and of its unique attributes. It holds no
/// data of its own and stands in no record, so that it comes and goes without a migration.
package struct IndexSchema: Sendable, Hashable {
    /// The most important first.
    package let attributes: [AttributeID]

    package init(_ attributes: [AttributeID]) { self.attributes = attributes }
}

/// The member `indexes` of a schema (Formats.md, "Schema").
extension IndexSchema {
    var json: JSONValue {
        let ids = attributes.map { JSONValue.integer(Int64($0.rawValue)) }
        return .object([JSONMember(name: "attributes", value: .array(ids))])
    }

    /// Nil if something is missing or of the wrong kind. Unknown names are passed over.
    init?(_ json: JSONValue) {
        guard let items = json["attributes"]?.asArray else { return nil }
        let ids = items.compactMap { $0.asInteger.flatMap(UInt32.init(exactly:)) }
        guard ids.count == items.count else { return nil }
        attributes = ids.map { AttributeID($0) }
    }

    /// Why an entity with these attributes cannot have the index; nil if it can.
    func problem(among known: [AttributeSchema]) -> String? {
        guard !attributes.isEmpty, attributes.count <= Format.indexPartsMax else {
            return "an index has 1 to \(Format.indexPartsMax) attributes"
        }
        guard attributes.areDifferent else { return "an index has an attribute twice" }
        for id in attributes {
            guard let attribute = known.first(where: { $0.id == id }) else {
                return "an index has an attribute that the entity does not have"
            }
            switch attribute.type {
            case .scalar, .string, .data: continue
            case .json, .array:
                return "'\(attribute.name)' is stored as \(attribute.type.name), which has no order"
                    + " that an index could keep"
            }
        }
        return nil
    }
}
