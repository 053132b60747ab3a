public import Nacre

extension Store {
    /// Returns the JSON form of an entity's objects, with all attributes.
    /// - Throws: `StoreError` with `unknownEntity` if the store was opened without the
    ///   type.
    public func json<Owner: Entity>(_ type: Owner.Type) throws(StoreError) -> ObjectJSON<Owner> {
        try ObjectJSON(storedObjects(of: type), only: nil)
    }

    /// Returns the JSON form of an entity's objects with some of the attributes. The others are
    /// neither shown nor can JSON set them.
    ///
    /// ```swift
    /// let shown = try store.json(Person.self, only: [\.name, \.email])
    /// ```
    /// - Parameters:
    ///   - type: The entity.
    ///   - fields: The attributes. An embedded struct includes all of its properties.
    /// - Throws: `StoreError` with `unknownEntity` if the store was opened without the
    ///   type.
    public func json<Owner: Entity>(
        _ type: Owner.Type, only fields: [PartialKeyPath<Owner.Fields>]
    ) throws(StoreError) -> ObjectJSON<Owner> {
        try ObjectJSON(storedObjects(of: type), only: fields)
    }
}
