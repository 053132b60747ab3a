internal import NacreFormat

/// Properties whose stored bytes do not tell whether their values are the same: equal values may be
/// stored differently.
extension EntityBinding {
    /// Whether there are any.
    var hasOpaque: Bool { !opaqueProperties.isEmpty }

    /// Whether two objects have the same value of such a property; nil of any other.
    ///
    /// Behind a stage that was declared with `keepsEquality: false`, values are compared by `==`,
    /// and one that cannot be compared is never the same. Behind built-in stages both values are
    /// encoded again: a type's own `==` may ignore part of what is stored.
    /// - Parameter property: its place among the attributes of the type.
    func opaqueEquality(_ property: Int, _ left: Owner, _ right: Owner) -> Bool? {
        guard opaqueProperties.contains(property) else { return nil }
        let attribute = model.attributes[property]
        guard Pipeline.mayVary(attribute.stages) else {
            return isEncodedAlike(property, left, right)
        }
        let path = attribute.path as AnyKeyPath
        guard let value = left[keyPath: path] as? any Equatable else { return false }
        return isEqual(value, to: right[keyPath: path])
    }

    private func isEqual<Value: Equatable>(_ value: Value, to other: Any?) -> Bool {
        (other as? Value).map { $0 == value } ?? false
    }

    /// What cannot be encoded is never the same.
    private func isEncodedAlike(_ property: Int, _ left: Owner, _ right: Owner) -> Bool {
        guard let former = try? values(of: left), let next = try? values(of: right) else {
            return false
        }
        return storedOrdinals[property].allSatisfy { former[$0].isIdentical(to: next[$0]) }
    }
}
