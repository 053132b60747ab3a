internal import NacreFormat

/// Raw values that a type does not know, and reads as its unknown case.
struct UnknownRawValues: Sendable {
    private let isUnknown: @Sendable (NestedValue) -> Bool
    private let isUnknownCase: @Sendable (NestedValue) -> Bool
    private let isKnown: @Sendable (String) -> Bool

    init<Owner: HasUnknownCase>(_ type: Owner.Type) {
        isUnknown = { nested in
            guard !nested.isNull, let raw = try? Owner.RawValue.decode(from: nested) else {
                return false
            }
            return Owner(rawValue: raw) == nil
        }
        isUnknownCase = { nested in
            (try? Owner.unknownCase.nested().jsonText) == nested.jsonText
        }
        isKnown = { text in
            let raw = try? Owner.RawValue.decode(from: NestedValue(.value(.string(text))))
            return raw.map { Owner(rawValue: $0) != nil } ?? false
        }
    }

    /// Whether a text is the raw value of a case.
    func hasCase(_ text: String) -> Bool { isKnown(text) }

    /// Whether a stored value is to stay where another one is to replace it: nobody could have read
    /// what it is, and what replaces it is what it was read as.
    func keeps(_ stored: NestedValue, replacedBy new: NestedValue) -> Bool {
        isUnknown(stored) && isUnknownCase(new)
    }
}
