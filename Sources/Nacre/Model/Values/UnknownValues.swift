internal import NacreEngine
internal import NacreFormat

/// What a type does not know of stored values and reads as something that it does know: raw values
/// and cases that a later version of the program has stored, alone and inside of collections. Where
/// such a value is written again, they stay.
indirect enum UnknownValues: Sendable {
    /// A raw value.
    case raw(UnknownRawValues)
    /// The elements of an array or a set.
    case list(UnknownElements, isSorted: Bool)
    /// The values and keys of a dictionary.
    case dictionary(UnknownElements?, keyName: @Sendable (String) -> String?)
    /// A struct inside of a collection: those of its properties that have some such, by name.
    case members([String: UnknownValues])
    /// The same of an enum whose cases carry values: its case is one of them.
    case choice([String: UnknownValues])

    /// The name of the member that says which case an enum is.
    static let caseName = "case"

    /// What is to be stored in place of a new value, so that nothing unknown is lost; nil if that
    /// is the new value itself.
    /// - Parameter type: of the attribute.
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
        // Canonical: keys that stay may stand elsewhere than those that they were read as.
        if type == .json { return .json(merged.text) }
        guard let value = Value(merged, as: type) else { return nil }
        guard case .list(_, isSorted: true) = self, case .array(let elements) = value else {
            return value
        }
        return .array(elements.sorted { $0.order(relativeTo: $1) < 0 })
    }

    /// A new value with what is unknown in a stored one.
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
                    let places = keys[member.name]
                    guard let first = places.first else { return [member] }
                    let value = values?.merged(old[first].value, member.value) ?? member.value
                    return [JSONMember(name: old[first].name, value: value)]
                        + places.dropFirst().map { old[$0] }
                })
        case .members(let inner): return Self.merged(inner, stored, new)
        case .choice(let inner):
            // The whole of it, with what the case carries.
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

    /// What a collection's structs consist of, with what cases carry that only the store knows.
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

    /// Whether these are the names of an enum's cases, and one of them is a text.
    func hasCase(_ name: String) -> Bool {
        if case .raw(let raw) = self { raw.hasCase(name) } else { false }
    }
}

/// The elements of a collection of which not all that is stored is known.
struct UnknownElements: Sendable {
    /// Of one element.
    let inner: UnknownValues
    /// The text of what a stored element is read as; nil if it cannot be read.
    private let readText: @Sendable (JSONValue) -> String?

    /// - Returns: nil if the type knows everything that can be stored.
    init?<Element: AttributeValue>(of type: Element.Type, _ attributeType: AttributeType) {
        guard let inner = attributeType.unknownValues else { return nil }
        self.inner = inner
        readText = { try? Element.decode(from: NestedValue(.json($0))).nested().jsonText }
    }

    func merged(_ stored: JSONValue, _ new: JSONValue) -> JSONValue {
        readText(stored).isSame(as: new.text) ? stored : inner.merged(stored, new)
    }

    /// Each element of a new array that one of the stored ones is read as is that one; of the
    /// others, each is merged with its counterpart. Elements at the unchanged start and end keep
    /// their stored form, even if several decode to the same value.
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

    /// Several stored elements may be read as one: all of them stay with it. Sorted as
    /// `Set.nested()` does.
    func mergedSet(_ stored: [JSONValue], _ new: [JSONValue]) -> [JSONValue] {
        let places = Places(of: stored.map(readText), in: stored.indices)
        let elements = new.flatMap { element in
            let same = places[element.text]
            return same.isEmpty ? [element] : same.map { stored[$0] }
        }
        return CanonicalForm.sorted(elements, by: \.text)
    }
}

/// The places of texts, found by their bytes: to a `String` as a key, two ways to write one letter
/// are the same.
private struct Places {
    private var places: [[UInt8]: [Int]] = [:]

    /// - Parameter texts: nil has no place.
    init(of texts: [String?], in range: Range<Int>) {
        for place in range.reversed() {
            guard let text = texts[place] else { continue }
            places[Array(text.utf8), default: []].append(place)
        }
    }

    /// Those of a text, the first one first.
    subscript(text: String) -> [Int] { places[Array(text.utf8)]?.reversed() ?? [] }

    /// The first one of a text, which is none of its places from then on.
    mutating func take(_ text: String) -> Int? { places[Array(text.utf8)]?.popLast() }
}

extension AttributeType {
    /// What its types do not know of stored values; nil if nothing.
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

    /// The names of enums in an attribute that may be of a case which only the store knows.
    /// - Parameter name: of the attribute.
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
    /// Nil of what has no JSON form.
    fileprivate init?(_ value: Value) {
        let nested = NestedValue(.value(value))
        guard let json = try? JSONParser.parse([UInt8](nested.jsonText.utf8)) else { return nil }
        self = json
    }

    /// Canonical.
    fileprivate var text: String { NestedValue(.json(self)).jsonText }
}

extension String {
    /// To the byte: two ways to write one letter are two texts.
    fileprivate func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension String? {
    fileprivate func isSame(as other: String) -> Bool { self?.isSame(as: other) ?? false }
}
