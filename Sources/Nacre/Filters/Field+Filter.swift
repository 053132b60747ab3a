internal import NacreEngine
internal import NacreFormat

extension Field where Root: Entity {
    /// A filter of this attribute with values.
    func filter(
        _ values: [any SingleValue], _ make: (String, [StoredForm]) -> NacreEngine.Filter
    ) -> Filter<Root> {
        filterSubject.filter(values, make)
    }
}

/// Within an extension of `Field`, `Value` is something else.
typealias StoredForm = NacreFormat.Value

extension Filter {
    /// - Parameters:
    ///   - stored: gives the values to compare with, or throws because one cannot be stored.
    ///   - make: the filter of the attribute's name and those values.
    init(
        attribute: FieldPath, _ stored: () throws -> [StoredValue],
        _ make: (String, [NacreFormat.Value]) -> NacreEngine.Filter
    ) {
        do {
            self.init(make(attribute.name, try stored().map(\.value)))
        } catch {
            self.init(
                .none,
                problem: "A value that '\(attribute.name)' is compared with has no stored form:"
                    + " \(ErrorText.reason(error)).")
        }
    }
}
