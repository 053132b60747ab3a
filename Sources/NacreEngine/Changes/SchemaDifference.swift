package import NacreFormat

/// What would change if an entity's attributes were declared as someone wants them. Attributes are
/// the same if their names are; the ids of the wanted ones say nothing.
package struct SchemaDifference: Sendable, Hashable {
    /// Names of attributes, in declared order. Those under `removed` are in the stored order.
    package private(set) var added: [String] = []
    package private(set) var removed: [String] = []
    /// Required so far.
    package private(set) var nowNullable: [String] = []
    /// Held values so far of which nobody knew that they are ids.
    package private(set) var nowReferences: [String] = []
    /// References that get a delete rule, another one, or none.
    package private(set) var otherRules: [String] = []
    package private(set) var nowUnique: [String] = []
    package private(set) var noLongerUnique: [String] = []
    package private(set) var nowColumnar: [String] = []
    package private(set) var noLongerColumnar: [String] = []
    /// Whether attributes that stay change places among themselves.
    package private(set) var isReordered = false
    /// Why stored objects could not be read as wanted: sentences that name entity and attribute,
    /// what is stored, what is declared, and what to do.
    package private(set) var conflicts: [String] = []

    /// As texts.
    package private(set) var addedIndexes: [String] = []
    package private(set) var removedIndexes: [String] = []

    private let stored: EntitySchema
    private let wanted: [AttributeSchema]
    private let indexes: [NamedIndex]

    /// - Parameter indexes: nil keeps those of which all attributes stay.
    package init(
        from stored: EntitySchema, to wanted: [AttributeSchema], indexes: [NamedIndex]? = nil
    ) {
        self.stored = stored
        self.wanted = wanted
        let known = stored.namedIndexes
        self.indexes =
            indexes
            ?? known.filter { index in
                index.attributes.allSatisfy { name in wanted.contains { $0.name == name } }
            }
        addedIndexes = self.indexes.filter { !known.contains($0) }.map(\.description)
        removedIndexes = known.filter { !self.indexes.contains($0) }.map(\.description)
        let names = Set(wanted.map(\.name))
        removed = stored.attributes.map(\.name).filter { !names.contains($0) }
        var places: [Int] = []
        for attribute in wanted {
            guard let place = stored.ordinal(of: attribute.name) else {
                add(attribute)
                continue
            }
            places.append(place)
            compare(stored.attributes[place], attribute)
        }
        isReordered = places != places.sorted()
        checkID()
    }

    /// Whether everything is as it is stored.
    package var isEmpty: Bool {
        added.isEmpty && removed.isEmpty && nowNullable.isEmpty && nowReferences.isEmpty
            && nowUnique.isEmpty && noLongerUnique.isEmpty && !isReordered && conflicts.isEmpty
            && addedIndexes.isEmpty && removedIndexes.isEmpty && nowColumnar.isEmpty
            && noLongerColumnar.isEmpty && otherRules.isEmpty
    }

    private mutating func add(_ attribute: AttributeSchema) {
        added.append(attribute.name)
        if !attribute.isNullable, attribute.defaultValue == nil {
            addConflict(
                attribute, "is new and required, and objects that are stored have no value for it.",
                "Declare it as optional, or give it a default.")
        }
    }

    private mutating func compare(_ old: AttributeSchema, _ new: AttributeSchema) {
        if old.type != new.type {
            addConflict(
                new, "is stored as \(old.type.name) and declared as \(new.type.name).",
                "Declare it as it is stored, or give the new attribute another name.")
        } else if old.pipeline != new.pipeline {
            addConflict(
                new, "is stored \(Self.stages(old)) and declared \(Self.stages(new)).",
                "Declare the stages that are stored, or give the new attribute another name.")
        }
        if old.isNullable, !new.isNullable {
            addConflict(
                new, "is stored as nullable and declared as required.",
                "Declare it as optional, or give the new attribute another name.")
        }
        if let reference = old.reference, reference != new.reference {
            let declared = new.reference.map { "one to '\($0)'" } ?? "none"
            addConflict(
                new, "is stored as a reference to '\(reference)' and declared as \(declared).",
                "Declare it as it is stored, or give the new attribute another name.")
        }
        if !old.isNullable, new.isNullable { nowNullable.append(new.name) }
        if old.reference == nil, new.reference != nil { nowReferences.append(new.name) }
        if old.deleteRule != new.deleteRule { otherRules.append(new.name) }
        if !old.isUnique, new.isUnique { nowUnique.append(new.name) }
        if old.isUnique, !new.isUnique { noLongerUnique.append(new.name) }
        if !old.isColumnar, new.isColumnar { nowColumnar.append(new.name) }
        if old.isColumnar, !new.isColumnar { noLongerColumnar.append(new.name) }
    }

    private mutating func checkID() {
        let id = stored.idAttribute
        guard let new = wanted.first(where: { $0.name == id.name }) else {
            addConflict(
                id, "is the stored id of type \(id.type.name) and not declared.",
                "Declare it, as the id.")
            return
        }
        if new.isNullable {
            addConflict(
                new, "is the stored id and declared as nullable.", "Declare it as required.")
        }
    }

    private static func stages(_ attribute: AttributeSchema) -> String {
        attribute.pipeline.isEmpty
            ? "without stages" : "through \(attribute.pipeline.joined(separator: ", "))"
    }

    private mutating func addConflict(
        _ attribute: AttributeSchema, _ reason: String, _ remedy: String
    ) {
        conflicts.append("'\(attribute.name)' of '\(stored.name)' \(reason) \(remedy)")
    }

    /// The schema that results. What stays keeps its id and its default, on which records depend
    /// that are older than it; what is new gets an id that no attribute of the entity ever had.
    /// - Parameter layouts: all of the entity.
    func result(layouts: [Layout]) throws(StoreError) -> EntitySchema {
        if !conflicts.isEmpty {
            throw StoreError(.schemaMismatch, conflicts.joined(separator: " "))
        }
        let inLayouts = layouts.flatMap(\.attributes).map(\.id).max() ?? AttributeID(0)
        var last = max(stored.lastAttribute, inLayouts)
        var attributes: [AttributeSchema] = []
        for attribute in wanted {
            if let place = stored.ordinal(of: attribute.name) {
                let old = stored.attributes[place]
                attributes.append(
                    attribute.with(id: old.id, defaultValue: old.defaultValue))
            } else {
                guard let next = last.next else {
                    throw StoreError(
                        .limitReached, "The attribute numbers of '\(stored.name)' are used up.")
                }
                last = next
                attributes.append(
                    attribute.with(id: next, defaultValue: attribute.defaultValue))
            }
        }
        let id = stored.idAttribute.name
        var indexes: [IndexSchema] = []
        for index in self.indexes {
            indexes.append(try index.schema(over: attributes, of: stored.name))
        }
        return EntitySchema(
            number: stored.number, name: stored.name, attributes: attributes,
            idOrdinal: attributes.firstIndex { $0.name == id } ?? -1, lastAttribute: last,
            indexes: indexes)
    }
}

extension AttributeSchema {
    fileprivate func with(id: AttributeID, defaultValue: Value?) -> AttributeSchema {
        AttributeSchema(
            id: id, name: name, type: type, isNullable: isNullable, isUnique: isUnique,
            isColumnar: isColumnar, reference: reference, deleteRule: deleteRule,
            defaultValue: defaultValue, pipeline: pipeline)
    }
}
