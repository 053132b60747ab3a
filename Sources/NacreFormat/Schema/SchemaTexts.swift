/// The parts of a type's declaration that only its program applies, as texts. A store keeps them
/// for people and tools: they change neither what is stored nor what is read.
package struct SchemaTexts: Sendable, Hashable {
    /// The sort of requests that name none, such as "-population, name".
    package let defaultSort: String?
    /// The filter of requests that do not ignore it.
    package let defaultFilter: String?
    /// The rules that objects must keep, in words.
    package let rules: [String]

    package init(defaultSort: String? = nil, defaultFilter: String? = nil, rules: [String] = []) {
        self.defaultSort = defaultSort
        self.defaultFilter = defaultFilter
        self.rules = rules
    }
}

extension SchemaTexts {
    /// The members of a schema's JSON, without those that are empty.
    var json: [JSONMember] {
        var members: [JSONMember] = []
        if let defaultFilter {
            members.append(JSONMember(name: "defaultFilter", value: .string(defaultFilter)))
        }
        if let defaultSort {
            members.append(JSONMember(name: "defaultSort", value: .string(defaultSort)))
        }
        if !rules.isEmpty {
            let rules = rules.map { JSONValue.string($0) }
            members.append(JSONMember(name: "rules", value: .array(rules)))
        }
        return members
    }

    /// Reads the members of a schema's JSON; nil if one is of the wrong kind.
    init?(_ json: JSONValue) {
        let (sort, filter) = (json["defaultSort"], json["defaultFilter"])
        let items = json["rules"]
        let rules = (items?.asArray ?? []).compactMap(\.asString)
        guard sort == nil || sort?.asString != nil, filter == nil || filter?.asString != nil,
            items == nil || !rules.isEmpty && items?.asArray?.count == rules.count
        else { return nil }
        self.init(defaultSort: sort?.asString, defaultFilter: filter?.asString, rules: rules)
    }
}
