package import NacreFormat

/// What would change if an entity's attributes were declared as someone wants them. Attributes are
/// the same if their names are, or where a name that is not stored was another one originally; the
/// ids of the wanted ones say nothing.
package struct SchemaDifference: Sendable, Hashable {
    /// Names of attributes, in declared order. Those under `removed` are in the stored order.
    package private(set) var added: [String] = []
    package private(set) var removed: [String] = []
    /// Attributes that stay and have another name.
    package private(set) var renamed: [Renaming] = []
    /// Attributes of which older records are read in another form from now on.
    package private(set) var converted: [Conversion] = []
    /// Required so far.
    package private(set) var nowNullable: [String] = []
    /// Held values so far of which nobody knew that they are ids.
    package private(set) var nowReferences: [String] = []
    /// References that get a delete rule, another one, or none.
    package private(set) var otherRules: [String] = []
    package private(set) var nowUnique: [String] = []
    package private(set) var noLongerUnique: [String] = []
    /// Attributes with a stage that had no name and gets one.
    package private(set) var nowNamed: [String] = []
    package private(set) var nowColumnar: [String] = []
    package private(set) var noLongerColumnar: [String] = []
    /// Collections whose structs have other properties.
    package private(set) var otherMembers: [String] = []
    /// Whether attributes that stay change places among themselves.
    package private(set) var isReordered = false
    /// Why stored objects could not be read as wanted: sentences that name entity and attribute,
    /// what is stored, what is declared, and what to do.
    package private(set) var conflicts: [String] = []

    /// As texts.
    package private(set) var addedIndexes: [String] = []
    package private(set) var removedIndexes: [String] = []

    /// The number of the entity.
    package var entity: EntityNumber { stored.number }
    private let stored: EntitySchema
    private let wanted: [DeclaredAttribute]
    /// Where each of the wanted is stored; nil if it is new.
    private let places: [Int?]
    private let indexes: [NamedIndex]

    /// - Parameter indexes: nil keeps those of which all attributes stay.
    package init(
        from stored: EntitySchema, to wanted: [AttributeSchema], indexes: [NamedIndex]? = nil
    ) {
        self.init(from: stored, to: wanted.map { DeclaredAttribute($0) }, indexes: indexes)
    }

    /// - Parameter indexes: nil keeps those of which all attributes stay.
    package init(
        from stored: EntitySchema, to wanted: [DeclaredAttribute], indexes: [NamedIndex]? = nil
    ) {
        self.stored = stored
        self.wanted = wanted
        let places = stored.places(of: wanted)
        self.places = places
        let known = stored.namedIndexes.map { index in
            index.renamed { name in
                guard let place = stored.ordinal(of: name),
                    let index = places.firstIndex(of: place)
                else { return name }
                return wanted[index].name
            }
        }
        self.indexes =
            indexes
            ?? known.filter { index in
                index.attributes.allSatisfy { name in wanted.contains { $0.name == name } }
            }
        addedIndexes = self.indexes.filter { !known.contains($0) }.map(\.description)
        removedIndexes = known.filter { !self.indexes.contains($0) }.map(\.description)
        let kept = Set(places.compactMap { $0 })
        removed = stored.attributes.enumerated().filter { !kept.contains($0.offset) }
            .map(\.element.name)
        for (attribute, place) in zip(wanted, places) {
            if let place {
                compare(stored.attributes[place], attribute)
            } else {
                add(attribute.schema)
            }
        }
        let order = places.compactMap { $0 }
        isReordered = order != order.sorted()
        checkID()
    }

    /// Two names of one attribute.
    package struct Renaming: Sendable, Hashable {
        package let old: String
        package let new: String
    }

    /// What an attribute was, and what it is.
    package struct Conversion: Sendable, Hashable {
        package let name: String
        /// "int32", or "optional int32".
        package let old: String
        package let new: String
    }

    /// Whether everything is as it is stored.
    package var isEmpty: Bool {
        added.isEmpty && removed.isEmpty && nowNullable.isEmpty && nowReferences.isEmpty
            && nowUnique.isEmpty && noLongerUnique.isEmpty && !isReordered && conflicts.isEmpty
            && addedIndexes.isEmpty && removedIndexes.isEmpty && nowColumnar.isEmpty
            && noLongerColumnar.isEmpty && otherRules.isEmpty && renamed.isEmpty
            && converted.isEmpty && otherMembers.isEmpty && nowNamed.isEmpty
    }

    private mutating func add(_ attribute: AttributeSchema) {
        added.append(attribute.name)
        if !attribute.isNullable, attribute.defaultValue == nil {
            addConflict(
                attribute, "is new and required, and objects that are stored have no value for it.",
                "Declare it as optional, or give it a default.")
        }
    }

    private mutating func compare(_ old: AttributeSchema, _ declared: DeclaredAttribute) {
        let new = declared.schema
        compareForm(old, declared)
        if old.name != new.name { renamed.append(Renaming(old: old.name, new: new.name)) }
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
        compareMembers(old, declared)
    }

    /// Where nobody knew so far what a collection's structs consist of, it is noted.
    private mutating func compareMembers(_ old: AttributeSchema, _ declared: DeclaredAttribute) {
        let new = declared.schema
        guard new.members != old.members, declared.knowsMembers || !new.members.isEmpty else {
            return
        }
        otherMembers.append(new.name)
        guard !old.members.isEmpty else { return }
        let difference = MemberDifference(from: old.members, to: new.members, of: new.name)
        removed += difference.removed
        for conflict in difference.conflicts {
            conflicts.append("'\(conflict.path)' of '\(stored.name)' \(conflict.reason)")
        }
    }

    /// Type, stages, and whether there is always a value.
    private mutating func compareForm(_ old: AttributeSchema, _ declared: DeclaredAttribute) {
        let new = declared.schema
        guard let conversion = declared.conversion(from: old) else {
            if old.type != new.type {
                addConflict(
                    new, "is stored as \(old.type.name) and declared as \(new.type.name).",
                    "Declare it as it is stored, give the new attribute another name,"
                        + " or\(Self.step)"
                )
            } else {
                addConflict(
                    new, "is stored \(Self.stages(old)) and declared \(Self.stages(new)).",
                    "Declare the stages that are stored, give the new attribute another name,"
                        + " or\(Self.step)")
            }
            return
        }
        if old.pipeline != new.pipeline { nowNamed.append(new.name) }
        guard old.isNullable, !new.isNullable else {
            if old.type != new.type { addConversion(old, declared) }
            return
        }
        guard new.defaultValue != nil || conversion.emptyList != nil else {
            addConflict(
                new, "is stored as nullable and declared as required.",
                "Declare it as optional, give it a default, which objects without a value then"
                    + " have, or give the new attribute another name.")
            return
        }
        addConversion(old, declared)
    }

    private static let step =
        " rename the stored one, add this one and fill it in a step of a SchemaPlan: .rename, .add,"
        + " .rewrite and .remove."

    private mutating func addConversion(_ old: AttributeSchema, _ declared: DeclaredAttribute) {
        guard old.id != stored.idAttribute.id else {
            return addConflict(
                declared.schema,
                "is the id, stored as \(old.type.name) and declared as"
                    + " \(declared.schema.type.name).",
                "Declare it as it is stored: the type of an id never changes.")
        }
        guard old.sources.count < Format.sourcesMax else {
            return addConflict(
                declared.schema, "has had \(old.sources.count) other forms already.",
                "Declare it as it is stored.")
        }
        func form(_ attribute: AttributeSchema) -> String {
            (attribute.isNullable ? "optional " : "") + attribute.type.name
        }
        converted.append(
            Conversion(name: declared.name, old: form(old), new: form(declared.schema)))
    }

    /// Whether what is stored cannot be what is wanted, so that a new attribute goes on from it.
    private func continues(_ old: AttributeSchema, as new: AttributeSchema) -> Bool {
        old.type != new.type || old.isNullable && !new.isNullable
    }

    private mutating func checkID() {
        let id = stored.idAttribute
        guard let place = places.firstIndex(of: stored.idOrdinal) else {
            addConflict(
                id, "is the stored id of type \(id.type.name) and not declared.",
                "Declare it, as the id.")
            return
        }
        if wanted[place].schema.isNullable {
            addConflict(
                wanted[place].schema, "is the stored id and declared as nullable.",
                "Declare it as required.")
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
    package func result(layouts: [Layout] = []) throws(StoreError) -> EntitySchema {
        if !conflicts.isEmpty {
            throw StoreError(.schemaMismatch, conflicts.joined(separator: " "))
        }
        let inLayouts = layouts.flatMap(\.attributes).map(\.id).max() ?? AttributeID(0)
        var last = max(stored.lastAttribute, inLayouts)
        var attributes: [AttributeSchema] = []
        for (declared, place) in zip(wanted, places) {
            let old = place.map { stored.attributes[$0] }
            if let old, !continues(old, as: declared.schema) {
                let members = declared.schema.members
                let isKnown = declared.knowsMembers || !members.isEmpty
                attributes.append(
                    declared.schema.with(
                        id: old.id, defaultValue: old.defaultValue, sources: old.sources
                    ).with(members: isKnown ? members : old.members))
                continue
            }
            guard let next = last.next else {
                throw StoreError(
                    .limitReached, "The attribute numbers of '\(stored.name)' are used up.")
            }
            last = next
            if let old, let conversion = declared.conversion(from: old) {
                attributes.append(declared.continuing(old, by: conversion, as: next))
            } else {
                attributes.append(
                    declared.schema.with(
                        id: next, defaultValue: declared.schema.defaultValue, sources: []))
            }
        }
        let id = stored.idAttribute.id
        var indexes: [IndexSchema] = []
        for index in self.indexes {
            indexes.append(try index.schema(over: attributes, of: stored.name))
        }
        return EntitySchema(
            number: stored.number, name: stored.name, attributes: attributes,
            idOrdinal: attributes.firstIndex { $0.id == id } ?? -1, lastAttribute: last,
            indexes: indexes, generation: stored.generation)
    }
}
