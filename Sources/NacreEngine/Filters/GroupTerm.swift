package import NacreFormat

/// One part of the key by which objects are grouped.
package struct GroupTerm: Sendable, Hashable {
    /// The way from the value at the end of a path to the keys of its object.
    package enum Part: Sendable, Hashable {
        /// The value itself.
        case value
        /// Each distinct element of a list, so that an object can be in several groups, or in none.
        /// - Parameter type: The type of the elements.
        case elements(of: StoredType)
        /// The beginning of the period that contains a date.
        case period(Period)
    }

    package let path: AttributePath
    package let part: Part

    package init(_ path: AttributePath, _ part: Part = .value) {
        self.path = path
        self.part = part
    }

    /// Throws if the attribute at the end of the path has no such part.
    func check(_ attribute: AttributeSchema) throws(OperandError) {
        switch part {
        case .value: return
        case .elements:
            switch attribute.type {
            case .array, .json: return
            default: throw OperandCheck.refusal(attribute, "and has no elements.", nil)
            }
        case .period:
            guard attribute.type == .scalar(.date) else {
                throw OperandCheck.refusal(attribute, "and only dates have periods.", nil)
            }
        }
    }
}

extension GroupTerm: CustomStringConvertible {
    /// The text for people: `created by day, gregorian, Europe/Oslo`.
    package var description: String {
        switch part {
        case .value: path.description
        case .elements: "elements of \(path)"
        case .period(let period): "\(path) by \(period.name)"
        }
    }
}

extension Value {
    /// Returns the elements of a list, without null. Elements of JSON are strings, numbers, Bools,
    /// and JSON if they are lists or objects themselves.
    /// - Parameter type: The type of the elements.
    func elements(of type: StoredType) -> [Value] {
        switch self {
        case .array(let elements): return elements
        case .json(let text):
            let items = (try? JSONParser.parse(Array(text.utf8)))?.asArray ?? []
            return items.compactMap { item in
                item.isNull ? nil : Value(item, as: type) ?? .json(json: item)
            }
        default: return []
        }
    }
}
