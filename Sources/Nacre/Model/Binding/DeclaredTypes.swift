internal import NacreEngine

/// The Swift types that a store is opened with, and the types that their objects need.
struct DeclaredTypes {
    struct Declared {
        let type: any Entity.Type
        /// Whether the caller named the type when opening the store.
        let isNamed: Bool
        /// The type's model, or an error if the type cannot be stored.
        let model: Result<EntityModel, StoreError>
    }

    /// All types, each once.
    let all: [Declared]

    /// - Parameter named: The types that the caller named.
    init(_ named: [any Entity.Type]) {
        var types: [any Entity.Type] = []
        // No set: see ReplayedRows for the cost of the first set of a type.
        func add(_ others: [any Entity.Type]) {
            for other in others where !types.contains(where: { $0 == other }) {
                types.append(other)
            }
        }
        add(named)
        let namedCount = types.count
        var place = 0
        while place < types.count {
            let type = types[place]
            add(Self.needed(by: type))
            place += 1
        }
        all = types.enumerated().map { place, type in
            Declared(type: type, isNamed: place < namedCount, model: Self.model(type))
        }
    }

    private static func model(_ type: any Entity.Type) -> Result<EntityModel, StoreError> {
        Result { () throws(StoreError) in try EntityModel(type) }
    }

    /// Returns the types of objects that a type holds by value, which are stored together with it,
    /// the targets of references that always lead to an object, and the whole entity of a view.
    private static func needed<Owner: Entity>(by type: Owner.Type) -> [any Entity.Type] {
        let others = Owner.schema.attributes.flatMap { attribute in
            attribute.type.held
                + (attribute.deleteRule == .noAction ? [] : attribute.type.targets)
        }
        return others + (Owner.wholeEntity.map { [$0] } ?? [])
    }
}
