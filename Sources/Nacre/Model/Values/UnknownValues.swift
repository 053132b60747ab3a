internal import NacreEngine
internal import NacreFormat

/// The stored values that a type does not know and reads as values that it does know: raw values
/// and enum cases that a later version of the program has stored, alone and inside collections.
/// They stay in the store if the values that they were read as are written again.
indirect enum UnknownValues: Sendable {
    /// A raw value.
    case raw(UnknownRawValues)
    /// The elements of an array or a set.
    case list(UnknownElements, isSorted: Bool)
    /// The values and keys of a dictionary.
    case dictionary(UnknownElements?, keyName: @Sendable (String) -> String?)
    /// A struct inside a collection: the properties that may have unknown values, by name.
    case members([String: UnknownValues])
    /// An enum whose cases have payloads: the parts that may have unknown values, by name. Its case
    /// is one of the parts.
    case choice([String: UnknownValues])

    /// The name of the member that stores an enum's case.
    static let caseName = "case"

    /// Returns the value to store in place of a new value, so that no unknown value is lost; nil if
    /// the new value itself is to be stored.
    /// - Parameter type: The stored type of the attribute.
    func kept(of stored: Value, replacedBy new: Value, as type: StoredType) -> Value? {
        if stored.isNull || new.isNull || stored.isIdentical(to: new) { return nil }
        if case .raw(let raw) = self {
            let (stored, new) = (NestedValue(.value(stored)), NestedValue(.value(new)))
            guard raw.keeps(stored, replacedBy: new) else { return nil }
            return try? stored.value(as: type)
        }
        guard let old = JSONValue(stored), let next = JSONValue(new) else { return nil }
        let merged = merged(old, next)
        if merged == next { return nil }
        // The text is canonical, so its keys are sorted again: a stored key that stays may sort
        // differently than the key that it was read as.
        if type == .json { return .json(merged.text) }
        guard let value = Value(merged, as: type) else { return nil }
        guard case .list(_, isSorted: true) = self, case .array(let elements) = value else {
            return value
        }
        return .array(elements.sorted { $0.order(relativeTo: $1) < 0 })
    }

    /// Returns a new value with the unknown values of a stored one.
    fileprivate func merged(_ stored: JSONValue, _ new: JSONValue) -> JSONValue {
        switch self {
        case .raw(let raw):
            return raw.keeps(NestedValue(.json(stored)), replacedBy: NestedValue(.json(new)))
                ? stored : new
        case .list(let elements, let isSorted):
            guard let old = stored.asArray, let next = new.asArray else { return new }
            return .array(
                isSorted ? elements.mergedSet(old, next) : elements.mergedArray(old, next))
        case .dictionary(let values, let keyName):
            guard let old = stored.asObject, let next = new.asObject else { return new }
            let keys = Places(of: old.map { keyName($0.name) }, in: old.indices)
            return .object(
                next.flatMap { member in
                    // Several stored keys may be read as one, which has the value of the first.
                    // All of them stay.
                    let places = keys[member.name]
                    guard let first = places.first else { return [member] }
                    let value = values?.merged(old[first].value, member.value) ?? member.value
                    return [JSONMember(name: old[first].name, value: value)]
                        + places.dropFirst().map { old[$0] }
                })
        case .members(let inner): return Self.merged(inner, stored, new)
        case .choice(let inner):
            // The whole stored value stays, with the payload of its case.
            if case .raw(let raw)? = inner[Self.caseName], let old = stored[Self.caseName],
                let next = new[Self.caseName],
                raw.keeps(NestedValue(.json(old)), replacedBy: NestedValue(.json(next)))
            {
                return stored
            }
            return Self.merged(inner, stored, new)
        }
    }

    private static func merged(
        _ inner: [String: UnknownValues], _ stored: JSONValue, _ new: JSONValue
    ) -> JSONValue {
        guard stored.asObject != nil, let members = new.asObject else { return new }
        return .object(
            members.map { member in
                guard let unknown = inner[member.name], let old = stored[member.name] else {
                    return member
                }
                return JSONMember(name: member.name, value: unknown.merged(old, member.value))
            })
    }

    /// Returns the declared members of a collection's structs, with the payloads of enum cases that
    /// only the store knows.
    func members(of declared: [MemberSchema], stored: [MemberSchema]) -> [MemberSchema] {
        switch self {
        case .raw: return declared
        case .list(let elements, _): return elements.inner.members(of: declared, stored: stored)
        case .dictionary(let values, _):
            return values?.inner.members(of: declared, stored: stored) ?? declared
        case .members(let inner), .choice(let inner):
            var members = declared.map { member in
                guard let unknown = inner[member.name],
                    let old = stored.first(where: { $0.name == member.name })
                else { return member }
                return MemberSchema(
                    member.name, member.type, isOptional: member.isOptional,
                    pipeline: member.pipeline,
                    members: unknown.members(of: member.members, stored: old.members))
            }
            if case .choice(let inner) = self {
                members += stored.filter { old in
                    !declared.contains { $0.name == old.name }
                        && inner[Self.caseName]?.hasCase(old.name) != true
                }
            }
            return members
        }
    }

    /// Returns whether these are the raw values of an enum's cases, and a name is one of them.
    func hasCase(_ name: String) -> Bool {
        if case .raw(let raw) = self { raw.hasCase(name) } else { false }
    }
}

/// The elements of a collection that may have unknown stored values.
struct UnknownElements: Sendable {
    /// The unknown values of one element.
    let inner: UnknownValues
    /// Returns the text of the value that a stored element is read as; nil if it cannot be read.
    private let readText: @Sendable (JSONValue) -> String?

    /// Makes the description of a collection's elements.
    /// - Returns: Nil if the type knows all values that can be stored.
    init?<Element: AttributeValue>(of type: Element.Type, _ attributeType: AttributeType) {
        guard let inner = attributeType.unknownValues else { return nil }
        self.inner = inner
        readText = { try? Element.decode(from: NestedValue(.json($0))).nested().jsonText }
    }

    func merged(_ stored: JSONValue, _ new: JSONValue) -> JSONValue {
        readText(stored).isSame(as: new.text) ? stored : inner.merged(stored, new)
    }

    /// Returns a new array with the unknown values of a stored one. If a stored element is read as
    /// a new element, it takes the new element's place. The remaining new elements are merged with
    /// the remaining stored ones, in order. Elements at the unchanged start and end keep their
    /// stored form, even if several decode to the same value.
    func mergedArray(_ stored: [JSONValue], _ new: [JSONValue]) -> [JSONValue] {
        let texts = new.map(\.text)
        let read = stored.map(readText)
        let ahead = zip(read, texts).prefix { $0.isSame(as: $1) }.count
        let behind = min(
            zip(read.reversed(), texts.reversed()).prefix { $0.isSame(as: $1) }.count,
            min(read.count, texts.count) - ahead)
        var result = new
        for place in 0..<ahead { result[place] = stored[place] }
        for place in 0..<behind {
            result[new.count - 1 - place] = stored[stored.count - 1 - place]
        }
        let middle = ahead..<stored.count - behind
        var places = Places(of: read, in: middle)
        var taken: Set<Int> = []
        var unmatched: [Int] = []
        for place in ahead..<new.count - behind {
            if let index = places.take(texts[place]) {
                result[place] = stored[index]
                taken.insert(index)
            } else {
                unmatched.append(place)
            }
        }
        for (place, other) in zip(unmatched, middle.filter { !taken.contains($0) }) {
            result[place] = inner.merged(stored[other], new[place])
        }
        return result
    }

    /// Returns a new set with the unknown values of a stored one. If several stored elements are
    /// read as one new element, all of them stay. The elements are sorted as in `Set.nested()`.
    func mergedSet(_ stored: [JSONValue], _ new: [JSONValue]) -> [JSONValue] {
        let places = Places(of: stored.map(readText), in: stored.indices)
        let elements = new.flatMap { element in
            let same = places[element.text]
            return same.isEmpty ? [element] : same.map { stored[$0] }
        }
        return CanonicalForm.sorted(elements, by: \.text)
    }
}

/// The places of texts, by the bytes of the texts: as keys, two `String` values with different
/// spellings of one letter would be equal.
private struct Places {
    private var places: [[UInt8]: [Int]] = [:]

    /// Finds the places of texts.
    /// - Parameter texts: The texts; nil has no place.
    init(of texts: [String?], in range: Range<Int>) {
        for place in range.reversed() {
            guard let text = texts[place] else { continue }
            places[Array(text.utf8), default: []].append(place)
        }
    }

    /// The places of a text, in ascending order.
    subscript(text: String) -> [Int] { places[Array(text.utf8)]?.reversed() ?? [] }

    /// Removes the first place of a text and returns it.
    mutating func take(_ text: String) -> Int? { places[Array(text.utf8)]?.popLast() }
}

extension AttributeType {
    /// The stored values that the type may not know; nil if it knows all of them.
    var unknownValues: UnknownValues? {
        switch kind {
        case .stored: return unknown
        case .optional(let wrapped): return wrapped.unknownValues
        case .embedded(let members):
            var inner: [String: UnknownValues] = [:]
            for member in members { inner[member.name] = member.type.unknownValues }
            if inner.isEmpty { return nil }
            return isChoice ? .choice(inner) : .members(inner)
        }
    }

    /// Returns the names of enums in an attribute that may have a case that only the store knows.
    /// - Parameter name: The attribute's name.
    func openChoices(_ name: String) -> [String] {
        switch kind {
        case .stored: return []
        case .optional(let wrapped): return wrapped.openChoices(name)
        case .embedded(let members):
            let isOpen =
                isChoice
                && members.contains {
                    $0.name == UnknownValues.caseName && $0.type.unknownValues != nil
                }
            return (isOpen ? [name] : [])
                + members.flatMap { $0.type.openChoices("\(name).\($0.name)") }
        }
    }
}

extension JSONValue {
    /// Makes the JSON form of a value; nil if the value has none.
    fileprivate init?(_ value: Value) {
        let nested = NestedValue(.value(value))
        guard let json = try? JSONParser.parse([UInt8](nested.jsonText.utf8)) else { return nil }
        self = json
    }

    /// The canonical text.
    fileprivate var text: String { NestedValue(.json(self)).jsonText }
}

extension String {
    /// Returns whether both texts have the same bytes. Two spellings of one letter differ.
    fileprivate func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension String? {
    fileprivate func isSame(as other: String) -> Bool { self?.isSame(as: other) ?? false }
}
