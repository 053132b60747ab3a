/// The entities that a store was opened with, by their types.
struct EntityRegistry: Sendable {
    private let bindings: [ObjectIdentifier: any AnyObject & Sendable]
    private let path: String

    init(_ bindings: [ObjectIdentifier: any AnyObject & Sendable], path: String) {
        self.bindings = bindings
        self.path = path
    }

    /// - Throws: `unknownEntity` if the store was not opened with the type.
    func binding<Owner: Entity>(_ type: Owner.Type) throws(StoreError) -> EntityBinding<Owner> {
        guard let binding = bindings[ObjectIdentifier(type)] as? EntityBinding<Owner> else {
            throw StoreError(
                .unknownEntity,
                "The store was opened without '\(Owner.entityName)'. Name the type when opening:"
                    + " Store(at: ..., \(Owner.self).self).",
                file: path)
        }
        return binding
    }
}
