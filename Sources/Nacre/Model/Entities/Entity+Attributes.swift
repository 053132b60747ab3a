extension Entity {
    /// Returns the attribute at a key path; nil if there is none.
    static func attribute(at path: AnyKeyPath) -> AnyAttribute? {
        schema.attributes.attribute(at: path)
    }
}

extension [AnyAttribute] {
    /// Returns the attribute at a key path; nil if there is none. The attribute of an id is also
    /// found by `\.id`.
    func attribute(at path: AnyKeyPath) -> AnyAttribute? {
        first { $0.path as AnyKeyPath == path || $0.idPath == path }
    }
}
