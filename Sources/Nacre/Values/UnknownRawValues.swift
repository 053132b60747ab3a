internal import NacreFormat

/// Raw values that a type does not know, and reads as its unknown case.
struct UnknownRawValues: Sendable {
    private let isUnknown: @Sendable (Value) -> Bool
    private let isUnknownCase: @Sendable (Value) -> Bool

    init<Owner: HasUnknownCase>(_ type: Owner.Type) {
        @Sendable func raw(_ value: Value) -> Owner.RawValue? {
            value.isNull ? nil : try? Owner.RawValue.decode(from: NestedValue(.value(value)))
        }
        isUnknown = { value in raw(value).map { Owner(rawValue: $0) == nil } ?? false }
        isUnknownCase = { value in
            value == (try? Owner.unknownCase.storedValue().value)
        }
    }

    /// Whether a stored value is to stay where another one is to replace it: nobody could have read
    /// what it is, and what replaces it is what it was read as.
    func keeps(_ stored: Value, replacedBy new: Value) -> Bool {
        isUnknownCase(new) && isUnknown(stored)
    }
}
