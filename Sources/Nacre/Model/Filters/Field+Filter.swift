internal import NacreEngine
internal import NacreFormat

extension Field where Root: Entity {
    /// Returns a filter that tests this attribute against values.
    /// - Parameters:
    ///   - values: The values to compare with.
    ///   - path: The path of the attribute to test, if it is another one.
    ///   - make: Makes the filter from the attribute's name and the stored values.
    func filter(
        _ values: [any SingleValue], of path: FieldPath? = nil,
        _ make: (String, [StoredForm]) -> FilterExpression
    ) -> Filter<Root> {
        FilterSubject(path ?? fieldPath, problem: problem).filter(values, make)
    }
}

/// An alias for use in extensions of `Field`, where `Value` has another meaning.
typealias StoredForm = NacreFormat.Value

extension Filter {
    /// Makes a filter of an attribute.
    /// - Parameters:
    ///   - attribute: The path of the attribute.
    ///   - stored: Returns the stored values to compare with, or throws if one cannot be stored.
    ///   - make: Makes the filter from the attribute's name and those values.
    init(
        attribute: FieldPath, _ stored: () throws -> [StoredForm],
        _ make: (String, [StoredForm]) -> FilterExpression
    ) {
        do {
            self.init(
                make(attribute.attribute, try stored()).reached(through: attribute.references),
                in: attribute.scope)
        } catch {
            self.init(
                .none,
                problem: "A value that '\(attribute.name)' is compared with has no stored form:"
                    + " \(ErrorText.reason(error)).")
        }
    }
}
