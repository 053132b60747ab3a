/// A former attribute that another one continues. Older records that have it, but not the present
/// one, provide its converted values (Formats.md, "Continued attributes").
package struct AttributeSource: Sendable, Hashable {
    /// The id of the former attribute, which is of the same entity and no longer in its schema.
    package let attribute: AttributeID
    /// The type of its values. They are converted to the continuing attribute's type.
    package let type: StoredType
    /// The value that replaces null, of the continuing attribute's type; nil to keep null.
    package let valueOfNull: Value?

    package init(attribute: AttributeID, type: StoredType, valueOfNull: Value? = nil) {
        self.attribute = attribute
        self.type = type
        self.valueOfNull = valueOfNull
    }
}

extension AttributeSchema {
    /// Returns the reason why the attribute cannot continue its sources; nil if it can.
    func sourceProblem(in schema: StoredSchema) -> String? {
        if sources.count > Format.sourcesMax {
            return "'\(name)' continues more than \(Format.sourcesMax) attributes"
        }
        guard sources.map(\.attribute).areDifferent else {
            return "'\(name)' continues the same attribute twice"
        }
        for source in sources {
            let isPresent = schema.attributes.contains { $0.id == source.attribute }
            let wasGiven =
                source.attribute.rawValue > 0 && source.attribute <= schema.lastAttribute
            if isPresent || !wasGiven {
                return "'\(name)' continues attribute \(source.attribute), which still exists"
                    + " or never did"
            }
            guard ValueConversion(from: source.type, to: type) != nil else {
                return "'\(name)' of type \(type.name) cannot continue an attribute of type"
                    + " \(source.type.name)"
            }
            // Only values of the same type have gone through the stages.
            guard pipeline.isEmpty || source.type == type else {
                return "'\(name)' has stages and continues an attribute of another type"
            }
            if let value = source.valueOfNull, let problem = problem(of: value, "value for null") {
                return problem
            }
        }
        return nil
    }
}

/// Encodes and decodes an element of `from` (Formats.md, "Continued attributes").
extension AttributeSource {
    var json: JSONValue {
        var members = [
            JSONMember(name: "attribute", value: .integer(Int64(attribute.rawValue))),
            JSONMember(name: "type", value: .string(type.name)),
        ]
        if let json = valueOfNull?.jsonForm {
            members.append(JSONMember(name: "null", value: json))
        }
        return .object(members)
    }

    /// Decodes a source; nil if something is missing or of the wrong kind. Unknown names are
    /// ignored.
    /// - Parameter type: The type of the attribute that continues this one.
    init?(_ json: JSONValue, continuedAs type: StoredType) {
        guard let id = json["attribute"]?.asInteger.flatMap(UInt32.init(exactly:)),
            let source = json["type"]?.asString.flatMap(StoredType.init(name:))
        else { return nil }
        attribute = AttributeID(id)
        self.type = source
        guard let json = json["null"] else {
            valueOfNull = nil
            return
        }
        guard let value = Value(exactly: json, as: type) else { return nil }
        valueOfNull = value
    }
}
