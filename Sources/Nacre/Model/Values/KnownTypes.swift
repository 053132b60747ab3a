/// Facts about types that requests ask for again and again. Making an attribute's type takes as
/// long as reading several objects. Thread-safe.
enum KnownTypes {
    private static let known = PlanCache<ObjectIdentifier, Known>()

    private final class Known: Sendable {
        let isJSON: Bool

        init(_ type: any AttributeValue.Type) { isJSON = type.attributeType.isJSON }
    }

    /// Returns whether values of a type are stored in JSON text.
    static func isJSON(_ type: any AttributeValue.Type) -> Bool {
        known.plan(for: ObjectIdentifier(type)) { Known(type) }.isJSON
    }
}
