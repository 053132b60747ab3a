internal import NacreEngine
internal import NacreFormat

/// Members with defaults that are added to an optional embedded struct which a store has already.
///
/// Older records read as if they held the default. Where the struct is nil, so is the member:
/// filters and sorts read the member alone and would find the default. Hence, as the one exception
/// from the rule that adding rewrites nothing, these objects get records of the new layout.
struct AbsentStructs {
    private let entity: String
    /// By the name of the struct.
    private var members: [String: [String]] = [:]

    /// - Parameters:
    ///   - defaults: of the model's leaves.
    ///   - names: of what the store has without the new members.
    init(
        _ model: EntityModel, _ defaults: [NacreFormat.Value?], _ names: StoredNames
    ) {
        entity = model.name
        for (leaf, value) in zip(model.leaves, defaults) where value != nil {
            guard let owner = leaf.optionalOwner, names[owner] != nil, names[leaf.name] == nil
            else { continue }
            members[owner, default: []].append(leaf.name)
        }
    }

    /// The members, as the store has them.
    var memberNames: [String] { members.values.flatMap { $0 }.sorted() }

    /// Makes the members nil where the structs are.
    /// - Parameter changes: in which the entity has the new members.
    func write(in changes: Changes) throws {
        for (owner, names) in members {
            let schema = try changes.schema(of: entity)
            let ordinals = names.compactMap { schema.ordinal(of: $0) }
            let absent = Query(entity: entity, filter: .comparison(owner, .equal, .null))
            for object in try changes.fetch(absent) {
                var values = object.values
                for ordinal in ordinals { values[ordinal] = .null }
                try changes.update(values, of: entity)
            }
        }
    }
}
