/// The unknown parts of a schema's JSON, and its defect, for errors that name them. Decoding a
/// schema does not need this.
package struct SchemaParts {
    /// The unknown types and delete rules, with their places. Only a newer version writes such
    /// names.
    package private(set) var unknownNames: [String] = []
    /// The unknown names of members, with their places.
    package private(set) var unknownMembers: [String] = []
    private let json: JSONValue

    private static let ofEntity = [
        "attributes", "defaultFilter", "defaultSort", "entity", "generation", "id", "indexes",
        "lastAttribute", "number", "rules", "searches", "uniqueWhere",
    ]
    private static let ofAttribute = [
        "columnar", "default", "deleteRule", "from", "id", "members", "name", "nullable",
        "pipeline", "reference", "type", "unique",
    ]
    private static let ofIndex = ["attributes", "unique"]
    private static let ofConditionalIndex = ["attributes", "where"]
    private static let ofSearch = ["attributes", "name", "tokenizer", "weights"]
    private static let ofSource = ["attribute", "null", "type"]
    private static let ofMember = ["members", "name", "optional", "pipeline", "type"]

    package init(_ json: JSONValue) {
        self.json = json
        addMembers(of: json, besides: Self.ofEntity, "the entity")
        for index in items("indexes", of: json) {
            addMembers(of: index, besides: Self.ofIndex, "an index")
        }
        for index in items("uniqueWhere", of: json) {
            addMembers(of: index, besides: Self.ofConditionalIndex, "an index with a condition")
        }
        for search in items("searches", of: json) {
            addMembers(of: search, besides: Self.ofSearch, "a search")
        }
        for attribute in items("attributes", of: json) { add(attribute) }
    }

    private mutating func add(_ attribute: JSONValue) {
        let place = "'\(attribute["name"]?.asString ?? "")'"
        addMembers(of: attribute, besides: Self.ofAttribute, place)
        addType(of: attribute, place)
        if let rule = attribute["deleteRule"]?.asString, StoredDeleteRule(rawValue: rule) == nil {
            unknownNames.append("the delete rule \(rule) of \(place)")
        }
        for source in items("from", of: attribute) {
            addMembers(of: source, besides: Self.ofSource, "what \(place) continues")
            addType(of: source, "what \(place) continues")
        }
        addStruct(attribute, place)
    }

    /// Adds the members of structs, recursively.
    private mutating func addStruct(_ json: JSONValue, _ place: String) {
        for member in items("members", of: json) {
            let name = "'\(member["name"]?.asString ?? "")' in \(place)"
            addMembers(of: member, besides: Self.ofMember, name)
            if member["type"]?.asString != MemberSchema.structName { addType(of: member, name) }
            addStruct(member, name)
        }
    }

    private mutating func addType(of json: JSONValue, _ place: String) {
        guard let type = json["type"]?.asString, StoredType(name: type) == nil else { return }
        unknownNames.append("the type \(type) of \(place)")
    }

    private mutating func addMembers(
        of json: JSONValue, besides known: [String], _ place: String
    ) {
        for member in json.asObject ?? [] where !known.contains(member.name) {
            unknownMembers.append("'\(member.name)' of \(place)")
        }
    }

    private func items(_ name: String, of json: JSONValue) -> [JSONValue] {
        json[name]?.asArray ?? []
    }

    /// The reason why the JSON is no schema, with the most precise place that can be named.
    package var problem: String {
        for attribute in items("attributes", of: json) where AttributeSchema(attribute) == nil {
            return "a member of the attribute '\(attribute["name"]?.asString ?? "")' is missing or"
                + " of the wrong kind"
        }
        for index in items("indexes", of: json) where IndexSchema(index) == nil {
            return "a member of an index is missing or of the wrong kind"
        }
        for index in items("uniqueWhere", of: json)
        where IndexSchema(conditional: index) == nil {
            return "a member of an index with a condition is missing or of the wrong kind"
        }
        for search in items("searches", of: json) where SearchSchema(search) == nil {
            return "a member of a search is missing or of the wrong kind"
        }
        return "a member of the entity is missing or of the wrong kind"
    }
}
