internal import NacreEngine

/// The Swift types that a store is opened with, and those that their objects cannot be without.
struct DeclaredTypes {
    struct Declared {
        let type: any Entity.Type
        /// Whether whoever opens the store has named it.
        let isNamed: Bool
        /// An error if the type cannot be stored.
        let model: Result<EntityModel, StoreError>
    }

    /// Each type once.
    let all: [Declared]

    /// - Parameter named: by whoever opens the store.
    init(_ named: [any Entity.Type]) {
        var types: [any Entity.Type] = []
        // No set: see ReplayedRows for what the first one of a type costs.
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

    /// What is held by value is stored wherever its holder is, and so is what references lead to
    /// that always lead to an object.
    private static func needed<Owner: Entity>(by type: Owner.Type) -> [any Entity.Type] {
        Owner.schema.attributes.flatMap { attribute in
            attribute.type.held
                + (attribute.deleteRule == .noAction ? [] : attribute.type.targets)
        }
    }
}
