internal import NacreEngine
internal import NacreFormat

/// New members with defaults of an optional embedded struct that a store already has.
///
/// Older records would read as if they held the default. If the struct is nil, the member must be
/// nil too: filters and sorts read the member alone and would find the default. These objects
/// therefore get records of the new layout, the one exception to the rule that adding attributes
/// rewrites nothing.
struct AbsentStructs {
    private let entity: String
    /// The new members' names, by the struct's name.
    private var members: [String: [String]] = [:]

    /// - Parameters:
    ///   - defaults: The defaults of the model's leaves.
    ///   - names: The stored names, without the new members.
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

    /// The names of the new members, sorted.
    var memberNames: [String] { members.values.flatMap { $0 }.sorted() }

    /// Sets the members to nil in all objects in which their struct is nil.
    /// - Parameter changes: The pending change, in which the entity already has the new members.
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
