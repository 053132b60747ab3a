package import NacreFormat

/// Makes stored values from JSON that was parsed with the spelling of its numbers, if no digit is
/// lost.
package enum ExactValue {
    /// Returns the value, or nil if the JSON is not of the type or would lose digits.
    package static func value(_ json: JSONValue, as type: StoredType) -> Value? {
        switch type {
        case .scalar(let scalar): value(json, as: scalar)
        case .array(let element):
            json.isNull ? .null : json.asArray.flatMap { array($0, of: element) }
        case .string, .data: Value(json, as: type)
        case .json: Value(withDoubles(json), as: type)
        }
    }

    private static func array(_ items: [JSONValue], of type: ScalarType) -> Value? {
        let values = items.compactMap { value($0, as: type) }
        guard values.count == items.count, !values.contains(where: \.isNull) else { return nil }
        return .array(values)
    }

    private static func value(_ json: JSONValue, as type: ScalarType) -> Value? {
        switch type {
        case .float: float(json)
        case .double, .date:
            if case .number(let text) = json {
                double(text).flatMap { Value(.double($0), as: .scalar(type)) }
            } else {
                Value(json, as: .scalar(type))
            }
        default: Value(json, as: .scalar(type))
        }
    }

    private static func double(_ text: String) -> Double? {
        guard let double = Double(text), let digits = NumberDigits(text) else { return nil }
        return digits.areRounded(of: double) ? double : nil
    }

    /// Returns a float. A float is written as the double that it equals, so the digits of either
    /// will do. A number with a fraction may have more digits than a float: it is rounded to a
    /// float's precision. But its magnitude is kept.
    private static func float(_ json: JSONValue) -> Value? {
        var json = json
        if case .number(let text) = json {
            guard let number = Double(text), number.isFinite else { return nil }
            json = .double(number)
        }
        guard let value = Value(json, as: .scalar(.float)) else { return nil }
        guard case .float(let float) = value, let number = json.asDouble else { return value }
        // A double beyond the range of floats must become neither infinite nor zero.
        return float.isFinite && (float != 0 || number == 0) ? value : nil
    }

    // MARK: JSON

    /// Returns the value with doubles for its numbers. Numbers that a double does not hold stay,
    /// and are written as texts.
    package static func withDoubles(_ json: JSONValue) -> JSONValue {
        guard containsSpelling(json) else { return json }
        switch json {
        case .number(let text):
            guard ValueKinds(json) == .fraction, let double = Double(text),
                NumberDigits(text)?.areShortest(of: double) == true
            else { return json }
            return .double(double)
        case .array(let elements): return .array(elements.map(withDoubles))
        case .object(let members):
            return .object(
                members.map { JSONMember(name: $0.name, value: withDoubles($0.value)) })
        default: return json
        }
    }

    private static func containsSpelling(_ json: JSONValue) -> Bool {
        switch json {
        case .number: ValueKinds(json) == .fraction
        case .array(let elements): elements.contains(where: containsSpelling)
        case .object(let members): members.contains { containsSpelling($0.value) }
        default: false
        }
    }

    /// Returns the first number that is kept as a text.
    package static func numberBeyondDoubles(in json: JSONValue) -> String? {
        switch json {
        case .number(let text):
            guard ValueKinds(json) == .fraction, withDoubles(json) == json else { return nil }
            return text
        case .array(let elements): return elements.lazy.compactMap(numberBeyondDoubles).first
        case .object(let members):
            return members.lazy.compactMap { numberBeyondDoubles(in: $0.value) }.first
        default: return nil
        }
    }
}
