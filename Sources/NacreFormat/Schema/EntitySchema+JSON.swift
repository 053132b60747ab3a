/// The payload of a schema frame: JSON with sorted names (Formats.md, "Schema").
extension EntitySchema {
    package var json: JSONValue {
        .object([
            JSONMember(name: "attributes", value: .array(attributes.map(\.json))),
            JSONMember(name: "entity", value: .string(name)),
            JSONMember(name: "id", value: .string(idAttribute.name)),
            JSONMember(name: "number", value: .integer(Int64(number.rawValue))),
        ])
    }

    package func encode(into buffer: ByteBuffer) {
        buffer.append(JSONWriter.bytes(of: json, sortedNames: true))
    }

    package static func decode(_ frame: Frame) throws(FormatError) -> EntitySchema {
        let start = Int(frame.header.preludeLength)
        let payload = frame.payload[start..<frame.payload.count]
        func bad(_ expected: String, _ found: String) -> FormatError {
            FormatError(
                .badValue, structure: "schema", field: "JSON", offset: frame.payloadOffset + start,
                expected: expected, found: found)
        }
        let json: JSONValue
        do { json = try JSONParser.parse(payload.bytes) } catch {
            throw bad("well-formed JSON", "\(error)")
        }
        guard payload.bytes == JSONWriter.bytes(of: json, sortedNames: true) else {
            throw bad("canonical JSON", "another form")
        }
        guard let schema = EntitySchema(json) else {
            throw bad("an entity with its attributes", "something else")
        }
        if let problem = schema.problem { throw bad("a sound schema", problem) }
        return schema
    }

    /// Nil if something is missing or of the wrong kind. Unknown names are passed over.
    package init?(_ json: JSONValue) {
        guard let name = json["entity"]?.asString, let id = json["id"]?.asString,
            let number = json["number"]?.asInteger.flatMap(UInt16.init(exactly:)), number > 0,
            let items = json["attributes"]?.asArray
        else { return nil }
        let attributes = items.compactMap { AttributeSchema($0) }
        guard attributes.count == items.count,
            let idOrdinal = attributes.firstIndex(where: { $0.name == id })
        else { return nil }
        self.init(
            number: EntityNumber(number), name: name, attributes: attributes, idOrdinal: idOrdinal)
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
        if let reference {
            members.append(JSONMember(name: "reference", value: .string(reference)))
        }
        return .object(members)
    }

    fileprivate init?(_ json: JSONValue) {
        guard let id = json["id"]?.asInteger.flatMap(UInt32.init(exactly:)),
            let name = json["name"]?.asString, let nullable = json["nullable"]?.asBool,
            let type = json["type"]?.asString.flatMap(StoredType.init(name:))
        else { return nil }
        // Absent or of the right kind.
        if let unique = json["unique"], unique.asBool == nil { return nil }
        if let reference = json["reference"], reference.asString == nil { return nil }
        self.init(
            id: AttributeID(id), name: name, type: type, isNullable: nullable,
            isUnique: json["unique"]?.asBool ?? false, reference: json["reference"]?.asString)
    }
}
