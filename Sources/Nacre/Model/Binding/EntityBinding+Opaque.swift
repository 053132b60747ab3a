internal import NacreFormat

/// Properties whose stored bytes cannot show whether two values are equal: equal values may be
/// stored differently.
extension EntityBinding {
    /// Whether the type has such properties.
    var hasOpaque: Bool { !opaqueProperties.isEmpty }

    /// Returns whether two objects have equal values of such a property, or nil for any other
    /// property.
    ///
    /// If a stage was declared with `keepsEquality: false`, values are compared by `==`, and values
    /// that are not `Equatable` are never equal. If all stages are built in, both values are
    /// encoded again: a type's own `==` may ignore part of the stored value.
    /// - Parameter property: The property's position among the attributes of the type.
    func opaqueEquality(_ property: Int, _ left: Owner, _ right: Owner) -> Bool? {
        guard opaqueProperties.contains(property) else { return nil }
        guard model.leaves(of: property).contains(where: \.mayVary) else {
            return isEncodedAlike(property, left, right)
        }
        let path = model.attributes[property].path as AnyKeyPath
        guard let value = left[keyPath: path] as? any Equatable else { return false }
        return isEqual(value, to: right[keyPath: path])
    }

    private func isEqual<Value: Equatable>(_ value: Value, to other: Any?) -> Bool {
        (other as? Value).map { $0 == value } ?? false
    }

    /// Returns whether both objects encode the property to the same stored values. An object that
    /// cannot be encoded is never equal.
    private func isEncodedAlike(_ property: Int, _ left: Owner, _ right: Owner) -> Bool {
        guard let former = try? values(of: left), let next = try? values(of: right) else {
            return false
        }
        return storedOrdinals[property].allSatisfy { former[$0].isIdentical(to: next[$0]) }
    }
}
