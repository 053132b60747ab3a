/// A full-text search that an entity offers: the attributes whose texts it covers, and how texts
/// become terms. Like an index, it has no data of its own in records, so it can be added and
/// removed without a migration.
package struct SearchSchema: Sendable, Hashable {
    /// The name, which may be empty. No two searches of an entity have the same.
    package let name: String
    /// The attributes, in declared order.
    package let attributes: [AttributeID]
    /// The weight of each attribute for the ranking.
    package let weights: [Double]
    /// The name of the tokenizer, with its versions.
    package let tokenizer: String

    package init(
        _ name: String, _ attributes: [AttributeID], weights: [Double], tokenizer: String
    ) {
        self.name = name
        self.attributes = attributes
        self.weights = weights
        self.tokenizer = tokenizer
    }
}

/// Encodes and decodes an element of `searches` (Formats.md, "Schema").
extension SearchSchema {
    var json: JSONValue {
        let ids = attributes.map { JSONValue.integer(Int64($0.rawValue)) }
        var members = [JSONMember(name: "attributes", value: .array(ids))]
        if !name.isEmpty { members.append(JSONMember(name: "name", value: .string(name))) }
        members.append(JSONMember(name: "tokenizer", value: .string(tokenizer)))
        if weights.contains(where: { $0 != 1 }) {
            let weights = weights.map { JSONValue.double($0) }
            members.append(JSONMember(name: "weights", value: .array(weights)))
        }
        return .object(members)
    }

    /// Decodes a search; nil if something is missing or of the wrong kind. Unknown names are
    /// ignored.
    init?(_ json: JSONValue) {
        guard let items = json["attributes"]?.asArray, let tokenizer = json["tokenizer"]?.asString
        else { return nil }
        let ids = items.compactMap { $0.asInteger.flatMap(UInt32.init(exactly:)) }
        guard ids.count == items.count else { return nil }
        // Absent if empty.
        if let name = json["name"], name.asString?.isEmpty ?? true { return nil }
        var weights = [Double](repeating: 1, count: ids.count)
        if let json = json["weights"] {
            guard let items = json.asArray else { return nil }
            weights = items.compactMap(\.asDouble)
            guard weights.count == items.count, weights.contains(where: { $0 != 1 }) else {
                return nil
            }
        }
        self.init(
            json["name"]?.asString ?? "", ids.map { AttributeID($0) }, weights: weights,
            tokenizer: tokenizer)
    }

    /// Returns the reason why an entity with these attributes cannot have the search; nil if it
    /// can.
    func problem(among known: [AttributeSchema]) -> String? {
        guard !attributes.isEmpty, attributes.count <= Format.searchAttributesMax else {
            return "a search has 1 to \(Format.searchAttributesMax) attributes"
        }
        guard attributes.areDifferent else { return "a search has the same attribute twice" }
        guard weights.count == attributes.count else {
            return "a search has a weight for each attribute"
        }
        guard weights.allSatisfy({ $0 >= 0 && $0 <= Format.searchWeightMax }) else {
            return "a weight of a search is from 0 to \(Int(Format.searchWeightMax))"
        }
        guard name.utf8.count <= Format.nameSizeMax else {
            return "a search's name has at most \(Format.nameSizeMax) bytes"
        }
        guard !tokenizer.isEmpty, tokenizer.utf8.count <= Format.nameSizeMax else {
            return "a tokenizer's name has 1 to \(Format.nameSizeMax) bytes"
        }
        for id in attributes {
            guard let attribute = known.first(where: { $0.id == id }) else {
                return "a search has attribute \(id), which the entity does not have"
            }
            if attribute.textForm == nil {
                return "'\(attribute.name)' is stored as \(attribute.storedForm), which is no text"
                    + " that can be searched"
            }
        }
        return nil
    }
}
