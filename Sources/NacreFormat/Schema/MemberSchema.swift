/// One property of the structs in a collection, as in their JSON text (Formats.md, "Members"). A
/// program that lacks the property gets an error, and loses nothing silently.
package struct MemberSchema: Sendable, Hashable {
    package let name: String
    /// The type of its value, as an attribute would have it; nil for a struct.
    package let type: StoredType?
    /// Whether values may lack it: it can be nil, or has a default.
    package let isOptional: Bool
    /// The stages of its type; see ``Pipeline``.
    package let pipeline: [String]
    /// The members of the struct, or of the structs in a collection.
    package let members: [MemberSchema]

    package init(
        _ name: String, _ type: StoredType?, isOptional: Bool = false, pipeline: [String] = [],
        members: [MemberSchema] = []
    ) {
        self.name = name
        self.type = type
        self.isOptional = isOptional
        self.pipeline = pipeline
        self.members = members
    }

    /// The name of its type, for messages and for JSON.
    package var typeName: String { type?.name ?? Self.structName }

    static let structName = "struct"

    /// Returns the reason why members cannot be in a schema; nil if they can.
    static func problem(of members: [MemberSchema]) -> String? {
        guard Set(members.map(\.name)).count == members.count else {
            return "two members have the same name"
        }
        for member in members {
            guard member.members.isEmpty || member.type == nil || member.type == .json else {
                return "'\(member.name)' has members, but is stored as \(member.typeName)"
            }
            guard Pipeline.isSound(member.pipeline) else {
                return "the pipeline of '\(member.name)' is not valid"
            }
            if let problem = problem(of: member.members) { return problem }
        }
        return nil
    }
}

extension MemberSchema {
    var json: JSONValue {
        var members = [
            JSONMember(name: "name", value: .string(name)),
            JSONMember(name: "type", value: .string(typeName)),
        ]
        if isOptional { members.append(JSONMember(name: "optional", value: .bool(true))) }
        if !pipeline.isEmpty {
            let stages = pipeline.map { JSONValue.string($0) }
            members.append(JSONMember(name: "pipeline", value: .array(stages)))
        }
        if !self.members.isEmpty {
            members.append(JSONMember(name: "members", value: .array(self.members.map(\.json))))
        }
        return .object(members)
    }

    /// Decodes a member; nil if something is missing or of the wrong kind. Unknown names are
    /// ignored.
    init?(_ json: JSONValue) {
        guard let name = json["name"]?.asString, let typeName = json["type"]?.asString else {
            return nil
        }
        let type = StoredType(name: typeName)
        guard type != nil || typeName == Self.structName else { return nil }
        if let optional = json["optional"], optional.asBool != true { return nil }
        var pipeline: [String] = []
        if let json = json["pipeline"] {
            guard let stages = json.asArray else { return nil }
            pipeline = stages.compactMap(\.asString)
            guard pipeline.count == stages.count, !pipeline.isEmpty else { return nil }
        }
        guard let members = Self.list(json["members"]) else { return nil }
        self.init(
            name, type, isOptional: json["optional"] != nil, pipeline: pipeline, members: members)
    }

    /// Decodes a list of members.
    /// - Returns: An empty list if `json` is nil; nil if it is no list of members.
    static func list(_ json: JSONValue?) -> [MemberSchema]? {
        guard let json else { return [] }
        guard let items = json.asArray, !items.isEmpty else { return nil }
        let members = items.compactMap { MemberSchema($0) }
        return members.count == items.count ? members : nil
    }
}
