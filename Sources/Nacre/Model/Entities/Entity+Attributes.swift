extension Entity {
    /// Returns the attribute at a key path; nil if there is none. The attribute of an id is also
    /// found by `\.id`.
    static func attribute(at path: AnyKeyPath) -> AnyAttribute? {
        schema.attributes.first { $0.path as AnyKeyPath == path || $0.idPath == path }
    }
}
