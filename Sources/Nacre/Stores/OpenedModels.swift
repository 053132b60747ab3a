internal import NacreFormat

/// The models of the types that a store is opened with: those of entities, and those of views.
struct OpenedModels {
    typealias Opened = (type: any Entity.Type, model: EntityModel)

    private var whole: [Opened] = []
    private var views: [Opened] = []

    /// All types, entities before views: a reference leads to the entity.
    var all: [Opened] { whole + views }

    /// The models of the entities.
    var entities: [EntityModel] { whole.map(\.model) }

    mutating func add(_ type: any Entity.Type, _ model: EntityModel) {
        if type.wholeEntity == nil {
            whole.append((type, model))
        } else {
            views.append((type, model))
        }
    }

    /// The reason why the types do not fit together; nil if they do.
    var problem: String? {
        for (place, opened) in whole.enumerated()
        where whole[..<place].contains(where: { $0.model.name == opened.model.name }) {
            return "Two types are stored under the name '\(opened.model.name)'. Give one of them"
                + " another entityName, or declare the one with fewer attributes as an EntityView"
                + " of the other."
        }
        if let opened = whole.first(where: { $0.model.name.hasPrefix(Format.ownEntityPrefix) }) {
            return "'\(opened.type)' is stored under the name '\(opened.model.name)'. Names that"
                + " begin with '\(Format.ownEntityPrefix)' are the store's own: give it another"
                + " entityName."
        }
        if views.isEmpty { return nil }
        for opened in all {
            if let held = opened.model.leaves.first(where: { $0.heldType?.wholeEntity != nil }) {
                return "'\(held.name)' of '\(opened.type)' holds a view by value. Declare a Ref to"
                    + " it, or hold the whole object."
            }
        }
        return views.lazy.compactMap { problem(of: $0) }.first
    }

    private func problem(of view: Opened) -> String? {
        guard let type = view.type.wholeEntity,
            let whole = whole.first(where: { $0.type == type })?.model
        else {
            return view.type.wholeEntity?.wholeEntity == nil
                ? "'\(view.type)' is a view of '\(view.model.name)', which the store does not have."
                : "'\(view.type)' is a view of another view. Declare it as a view of the whole"
                    + " entity."
        }
        let start = "'\(view.type)' is a view of '\(whole.name)', but "
        guard view.model.name == whole.name else {
            return start + "has the entityName '\(view.model.name)'. Remove its entityName."
        }
        if let problem = leafProblem(of: view.model, whole) { return start + problem }
        if view.type is any Hooked.Type {
            return start + "has hooks. Give them to '\(type)', whose hooks are called for its"
                + " views, too."
        }
        return hasRules(view.type)
            ? start + "has rules. Give them to '\(type)', whose rules apply to its views, too."
            : nil
    }

    private func leafProblem(of view: EntityModel, _ whole: EntityModel) -> String? {
        for leaf in view.leaves {
            guard let other = whole.leaves.first(where: { $0.name == leaf.name }) else {
                return "'\(leaf.name)' is not an attribute of '\(whole.name)'. Declare it there,"
                    + " too."
            }
            if leaf.heldType != nil {
                return "'\(leaf.name)' holds an object by value. Declare a Ref to it."
            }
            guard leaf.isStored(as: other) else {
                return "'\(leaf.name)' is declared in another way there. Give it the same type,"
                    + " stages, and uniqueness."
            }
        }
        for attribute in view.attributes {
            guard let other = whole.attributes.first(where: { $0.name == attribute.name }),
                !attribute.hasType(of: other)
            else { continue }
            return "'\(attribute.name)' has another type there. Give it the same type."
        }
        guard view.leaves[view.idOrdinal].name == whole.leaves[whole.idOrdinal].name else {
            return "its id is '\(view.leaves[view.idOrdinal].name)', which is not the id there."
        }
        guard let index = view.indexes.first(where: { !whole.indexes.contains($0) }) else {
            return nil
        }
        let names = index.attributes.map { "'\($0)'" }.joined(separator: ", ")
        return "has \(index.isUnique ? "a unique constraint" : "an index") of \(names) that is not"
            + " declared there. Declare it in '\(whole.name)'."
    }

    private func hasRules<View: Entity>(_ view: View.Type) -> Bool {
        !ObjectChecks(view).isEmpty
    }
}

extension AnyAttribute {
    /// Whether the attribute of a view has the type of that of the whole entity. Other types could
    /// lose a part of a value that is stored in the same form. A single reference may lead to a
    /// view instead of the entity.
    fileprivate func hasType(of other: AnyAttribute) -> Bool {
        if Swift.type(of: path as AnyKeyPath).valueType
            == Swift.type(of: other.path as AnyKeyPath).valueType
        {
            return true
        }
        return !type.targets.isEmpty && !type.isList && type.embeddedMembers.isEmpty
    }
}

extension LeafAttribute {
    /// Whether an attribute of a view is stored as that of the whole entity. The view may leave out
    /// that it is unique or columnar, and its delete rule.
    fileprivate func isStored(as other: LeafAttribute) -> Bool {
        let number = AttributeID(1)
        let (own, whole) = (schema(id: number), other.schema(id: number))
        return own.type == whole.type && own.isNullable == whole.isNullable
            && own.reference == whole.reference && own.pipeline == whole.pipeline
            && own.members == whole.members && (!own.isUnique || whole.isUnique)
    }
}
