/// Properties of which what is stored does not tell whether they are the same: equal values may be
/// stored differently each time.
extension EntityBinding {
    /// Whether there are any.
    var hasOpaque: Bool { !opaqueProperties.isEmpty }

    /// Whether two objects have the same value of such a property; nil of any other. One that
    /// cannot be compared is never the same.
    /// - Parameter property: its place among the attributes of the type.
    func opaqueEquality(_ property: Int, _ left: Owner, _ right: Owner) -> Bool? {
        guard opaqueProperties.contains(property) else { return nil }
        let path = model.attributes[property].path as AnyKeyPath
        guard let value = left[keyPath: path] as? any Equatable else { return false }
        return isEqual(value, to: right[keyPath: path])
    }

    private func isEqual<Value: Equatable>(_ value: Value, to other: Any?) -> Bool {
        (other as? Value).map { $0 == value } ?? false
    }
}
