/// Encodes and decodes the payload of a schema frame: JSON with sorted names (Formats.md,
/// "Schema").
extension StoredSchema {
    package var json: JSONValue {
        var members = [
            JSONMember(name: "attributes", value: .array(attributes.map(\.json))),
            JSONMember(name: "entity", value: .string(name)),
            JSONMember(name: "id", value: .string(idAttribute.name)),
            JSONMember(name: "number", value: .integer(Int64(number.rawValue))),
        ]
        if attributes.allSatisfy({ $0.id < lastAttribute }) {
            let last = Int64(lastAttribute.rawValue)
            members.append(JSONMember(name: "lastAttribute", value: .integer(last)))
        }
        for (name, isConditional) in [("indexes", false), ("uniqueWhere", true)] {
            let indexes = indexes.filter { ($0.condition != nil) == isConditional }
            if indexes.isEmpty { continue }
            members.append(JSONMember(name: name, value: .array(indexes.map(\.json))))
        }
        if !searches.isEmpty {
            members.append(JSONMember(name: "searches", value: .array(searches.map(\.json))))
        }
        if generation > 0 {
            members.append(JSONMember(name: "generation", value: .integer(Int64(generation))))
        }
        return .object(members + texts.json)
    }

    package func encode(into buffer: ByteBuffer) {
        buffer.append(JSONWriter.bytes(of: json, sortedNames: true))
    }

    package static func decode(_ frame: Frame) throws(FormatError) -> StoredSchema {
        let prelude = Int(frame.header.preludeLength)
        return try decode(
            frame.payload[prelude..<frame.payload.count], origin: frame.payloadOffset + prelude)
    }

    /// Decodes a schema.
    /// - Parameter origin: The offset of the schema in its file.
    package static func decode(_ view: ByteView, origin: Int) throws(FormatError) -> StoredSchema {
        func bad(_ expected: String, _ found: String) -> FormatError {
            FormatError(
                .badValue, structure: "schema", field: "JSON", offset: origin,
                expected: expected, found: found)
        }
        let json: JSONValue?
        do { json = try unsafe JSONParser.parseCanonical(view.buffer) } catch {
            throw bad("well-formed JSON", "\(error)")
        }
        guard let json else { throw bad("canonical JSON", "another form") }
        guard let schema = StoredSchema(json) else {
            let parts = SchemaParts(json)
            guard let name = parts.unknownNames.first else {
                throw bad("an entity with its attributes", parts.problem)
            }
            throw FormatError(
                .unsupported, structure: "schema", field: "JSON", offset: origin,
                expected: "known types and delete rules", found: name)
        }
        if let problem = schema.problem { throw bad("a sound schema", problem) }
        return schema
    }

    /// Decodes a schema; nil if something is missing or of the wrong kind. Unknown names are
    /// ignored.
    package convenience init?(_ json: JSONValue) {
        guard let name = json["entity"]?.asString, let id = json["id"]?.asString,
            let number = json["number"]?.asInteger.flatMap(UInt16.init(exactly:)), number > 0,
            let items = json["attributes"]?.asArray
        else { return nil }
        let attributes = items.compactMap { AttributeSchema($0) }
        guard attributes.count == items.count,
            let idOrdinal = attributes.firstIndex(where: { $0.name == id })
        else { return nil }
        let last = json["lastAttribute"]?.asInteger.flatMap(UInt32.init(exactly:))
        // Present only if it differs from the highest id of the attributes.
        if json["lastAttribute"] != nil {
            guard let last, attributes.allSatisfy({ $0.id.rawValue < last }) else { return nil }
        }
        guard let plain = Self.list(json["indexes"], { IndexSchema($0) }),
            let conditional = Self.list(json["uniqueWhere"], { IndexSchema(conditional: $0) }),
            let searches = Self.list(json["searches"], { SearchSchema($0) }),
            let texts = SchemaTexts(json)
        else { return nil }
        var generation: UInt32 = 0
        if let json = json["generation"] {
            guard let number = json.asInteger.flatMap(UInt32.init(exactly:)), number > 0 else {
                return nil
            }
            generation = number
        }
        self.init(
            number: EntityNumber(number), name: name, attributes: attributes, idOrdinal: idOrdinal,
            lastAttribute: last.map { AttributeID($0) }, indexes: plain + conditional,
            searches: searches, generation: generation, texts: texts)
    }

    /// Returns the items of a list; none if there is no list, and nil if it is not one.
    private static func list<Item>(
        _ json: JSONValue?, _ decode: (JSONValue) -> Item?
    ) -> [Item]? {
        guard let json else { return [] }
        guard let items = json.asArray, !items.isEmpty else { return nil }
        let decoded = items.compactMap(decode)
        return decoded.count == items.count ? decoded : nil
    }
}

extension AttributeSchema {
    fileprivate var json: JSONValue {
        var members = [
            JSONMember(name: "id", value: .integer(Int64(id.rawValue))),
            JSONMember(name: "name", value: .string(name)),
            JSONMember(name: "nullable", value: .bool(isNullable)),
            JSONMember(name: "type", value: .string(type.name)),
        ]
        if isUnique { members.append(JSONMember(name: "unique", value: .bool(true))) }
        if isColumnar { members.append(JSONMember(name: "columnar", value: .bool(true))) }
        if let reference {
            members.append(JSONMember(name: "reference", value: .string(reference)))
        }
        if deleteRule != .noAction {
            members.append(JSONMember(name: "deleteRule", value: .string(deleteRule.rawValue)))
        }
        if let json = defaultValue?.jsonForm {
            members.append(JSONMember(name: "default", value: json))
        }
        if !pipeline.isEmpty {
            let stages = pipeline.map { JSONValue.string($0) }
            members.append(JSONMember(name: "pipeline", value: .array(stages)))
        }
        if !sources.isEmpty {
            members.append(JSONMember(name: "from", value: .array(sources.map(\.json))))
        }
        if !self.members.isEmpty {
            members.append(JSONMember(name: "members", value: .array(self.members.map(\.json))))
        }
        return .object(members)
    }

    convenience init?(_ json: JSONValue) {
        guard let id = json["id"]?.asInteger.flatMap(UInt32.init(exactly:)),
            let name = json["name"]?.asString, let nullable = json["nullable"]?.asBool,
            let type = json["type"]?.asString.flatMap(StoredType.init(name:))
        else { return nil }
        // Absent or of the right kind.
        if let unique = json["unique"], unique.asBool == nil { return nil }
        if let columnar = json["columnar"], columnar.asBool == nil { return nil }
        if let reference = json["reference"], reference.asString == nil { return nil }
        var deleteRule = StoredDeleteRule.noAction
        if let json = json["deleteRule"] {
            // The rule `noAction` is encoded by leaving the name out.
            guard let rule = json.asString.flatMap(StoredDeleteRule.init(rawValue:)),
                rule != .noAction
            else { return nil }
            deleteRule = rule
        }
        var defaultValue: Value?
        if let json = json["default"] {
            guard let value = Value(exactly: json, as: type) else { return nil }
            defaultValue = value
        }
        var pipeline: [String] = []
        if let json = json["pipeline"] {
            guard let stages = json.asArray else { return nil }
            pipeline = stages.compactMap(\.asString)
            guard pipeline.count == stages.count, !pipeline.isEmpty else { return nil }
        }
        var sources: [AttributeSource] = []
        if let json = json["from"] {
            guard let items = json.asArray, !items.isEmpty else { return nil }
            sources = items.compactMap { AttributeSource($0, continuedAs: type) }
            guard sources.count == items.count else { return nil }
        }
        guard let members = MemberSchema.list(json["members"]) else { return nil }
        self.init(
            id: AttributeID(id), name: name, type: type, isNullable: nullable,
            isUnique: json["unique"]?.asBool ?? false,
            isColumnar: json["columnar"]?.asBool ?? false, reference: json["reference"]?.asString,
            deleteRule: deleteRule, defaultValue: defaultValue, pipeline: pipeline,
            sources: sources,
            members: members)
    }
}

extension Value {
    /// Decodes a value of older records. Only the exact form is accepted, so that all readers
    /// return the same value.
    init?(exactly json: JSONValue, as type: StoredType) {
        guard let value = Value(json, as: type), !value.isNull, let form = value.jsonForm,
            JSONWriter.bytes(of: form, sortedNames: true)
                == JSONWriter.bytes(of: json, sortedNames: true)
        else { return nil }
        self = value
    }
}
