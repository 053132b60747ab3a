internal import NacreEngine
internal import NacreFormat

extension Revision {
    /// Returns the revision on one line.
    func line(_ text: String) -> String {
        var parts = ["\(commit)", TimeText.text(microseconds: time), text]
        let reason = [author.isEmpty ? "" : "by \(author)", note].filter { !$0.isEmpty }
        if !reason.isEmpty { parts.append(TerminalText.escaped(reason.joined(separator: ": "))) }
        return parts.joined(separator: "  ")
    }

    /// - Parameters:
    ///   - values: The object's values; nil if it was deleted.
    ///   - attribute: The attribute that the revision is about; nil for all.
    func json(
        _ values: [Value]?, _ schema: StoredSchema, attribute: String? = nil
    ) -> JSONValue {
        var members: [JSONMember] = [
            JSONMember(name: "commit", value: .count(commit.rawValue)),
            JSONMember(name: "time", value: .string(TimeText.text(microseconds: time))),
            JSONMember(name: "author", value: author.isEmpty ? .null : .string(author)),
            JSONMember(name: "note", value: note.isEmpty ? .null : .string(note)),
        ]
        if let attribute {
            members.append(JSONMember(name: "attribute", value: .string(attribute)))
        } else {
            let object = values.map { values in
                zip(schema.attributes, values).map {
                    JSONMember(name: $0.name, value: $1.jsonForm ?? .null)
                }
            }
            members.append(JSONMember(name: "object", value: object.map { .object($0) } ?? .null))
        }
        return .object(members)
    }
}

extension StoredSchema {
    /// Returns the values of an object as text: `name = "Oslo", population = 700000`.
    func text(of values: [Value]) -> String {
        values.indices.filter { $0 != idOrdinal && !values[$0].isNull }
            .map { text(of: values[$0], at: $0) }.joined(separator: ", ")
    }

    /// Returns the value of an attribute as text: `name = "Oslo"`.
    func text(of value: Value, at place: Int) -> String {
        TerminalText.escaped(attributes[place].name) + " = "
            + TerminalText.escaped(ValueText.shortened(value) ?? "null")
    }
}
