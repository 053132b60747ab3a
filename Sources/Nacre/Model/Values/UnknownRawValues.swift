internal import NacreFormat

/// The raw values that a type does not know and reads as its unknown case.
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

    /// Returns whether a text is the raw value of a case.
    func hasCase(_ text: String) -> Bool { isKnown(text) }

    /// Returns whether a stored value stays although a new one is to replace it: the type does not
    /// know the stored value, and the new value is the unknown case that it was read as.
    func keeps(_ stored: NestedValue, replacedBy new: NestedValue) -> Bool {
        isUnknown(stored) && isUnknownCase(new)
    }
}
