internal import NacreEngine
internal import NacreFormat

extension Field where Root: Entity {
    /// A filter of this attribute with values.
    /// - Parameter path: of the attribute, if it is another one.
    func filter(
        _ values: [any SingleValue], of path: FieldPath? = nil,
        _ make: (String, [StoredForm]) -> NacreEngine.Filter
    ) -> Filter<Root> {
        FilterSubject(path ?? fieldPath, problem: problem).filter(values, make)
    }
}

/// Within an extension of `Field`, `Value` is something else.
typealias StoredForm = NacreFormat.Value

extension Filter {
    /// - Parameters:
    ///   - stored: gives the values to compare with, or throws because one cannot be stored.
    ///   - make: the filter of the attribute's name and those values.
    init(
        attribute: FieldPath, _ stored: () throws -> [StoredForm],
        _ make: (String, [StoredForm]) -> NacreEngine.Filter
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
