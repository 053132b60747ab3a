import NacreFormat

/// The spelling of names and literals in filters and sorts. ``FilterLexer`` and ``FilterParser`` do
/// the reverse.
package enum FilterText {
    static let keywords: Set<String> = ["in", "true", "false", "nil"]

    /// Returns a name unchanged if it consists of identifiers and points, otherwise in backquotes.
    package static func name(_ name: String) -> String {
        let components = name.split(separator: ".", omittingEmptySubsequences: false)
        let isPlain = components.allSatisfy { isIdentifier($0) && !keywords.contains(String($0)) }
        return isPlain ? name : quoted(name, by: "`")
    }

    /// Returns names joined by points.
    package static func path(_ names: [String]) -> String {
        names.map(name).joined(separator: ".")
    }

    static func members(_ path: [String], _ quantifier: Quantifier, _ test: FilterExpression)
        -> String
    {
        let text = "\(self.path(path)).\(quantifier.method) { \(test) }"
        guard case .count(let comparison, let count) = quantifier else { return text }
        return text + " \(comparison.rawValue) \(count)"
    }

    private static func isIdentifier(_ name: Substring) -> Bool {
        guard let first = name.unicodeScalars.first, isIdentifierStart(first) else { return false }
        return name.unicodeScalars.allSatisfy(isIdentifierPart)
    }

    static func isIdentifierStart(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar.properties.isXIDStart
    }

    static func isIdentifierPart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isXIDContinue
    }

    /// Returns text between quotation marks, with Swift's escapes.
    static func quoted(_ text: String, by mark: Unicode.Scalar) -> String {
        var quoted = String(mark)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", mark:
                quoted += "\\"
                quoted.unicodeScalars.append(scalar)
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case "\0": quoted += "\\0"
            case "\u{1}"..."\u{1f}", "\u{7f}": quoted += "\\u{\(String(scalar.value, radix: 16))}"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        quoted.unicodeScalars.append(mark)
        return quoted
    }

    static func literal(_ value: Value) -> String {
        switch value {
        case .null: "nil"
        case .bool(let bool): bool ? "true" : "false"
        case .int(let number): String(number)
        case .uint(let number): String(number)
        case .float(let number): literal(Double(number))
        case .double(let number): literal(number)
        case .date(let seconds): DateText.text(seconds).map { "\"\($0)\"" } ?? literal(seconds)
        case .uuid(let uuid): "\"\(uuid)\""
        case .decimal(let decimal): decimal.description
        case .objectID(let id): "\"\(ObjectIDText.text(id))\""
        case .string(let text), .json(let text): quoted(text, by: "\"")
        case .data(let bytes): "\"\(Base64.text(bytes))\""
        case .array(let values): "[" + values.map(literal).joined(separator: ", ") + "]"
        }
    }

    /// Returns the text of a literal.
    /// - Parameter isTyped: Whether the text states the type if it would otherwise be a string or a
    ///   number: `date("2024-05-17T12:30:00Z")`.
    static func literal(_ value: Value, isTyped: Bool) -> String {
        let text = literal(value)
        guard isTyped, let type = typeName(of: value) else { return text }
        return type + "(" + text + ")"
    }

    private static func typeName(of value: Value) -> String? {
        let type = value.storedType
        return typeNames.first { $0.value == type }?.key
    }

    /// The types whose literals look like those of other types unless their name is written.
    static let typeNames: [String: StoredType] = [
        "date": .scalar(.date), "uuid": .scalar(.uuid), "decimal": .scalar(.decimal),
        "id": .scalar(.objectID), "data": .data, "json": .json,
    ]

    private static func literal(_ number: Double) -> String {
        if number.isNaN { return ".nan" }
        if number.isInfinite { return number < 0 ? "-.infinity" : ".infinity" }
        return number.description
    }

    static func range(_ range: FilterRange, isTyped: Bool) -> String {
        func literal(_ value: Value) -> String { Self.literal(value, isTyped: isTyped) }
        return switch range {
        case .closed(let lower, let upper): literal(lower) + "..." + literal(upper)
        case .halfOpen(let lower, let upper): literal(lower) + "..<" + literal(upper)
        case .from(let lower): literal(lower) + "..."
        case .through(let upper): "..." + literal(upper)
        case .upTo(let upper): "..<" + literal(upper)
        }
    }

    /// - Parameter subject: The subject's text.
    static func test(_ test: TextCondition, of subject: String) -> String {
        let options = TextCondition.Options.names.filter { test.options.contains($0.option) }
        let arguments = [quoted(test.text, by: "\"")] + options.map { "." + $0.name }
        return subject + "." + test.method.rawValue + "(" + arguments.joined(separator: ", ") + ")"
    }
}
