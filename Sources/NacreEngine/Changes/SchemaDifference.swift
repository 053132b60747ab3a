package import NacreFormat

/// The changes that a new declaration of an entity's attributes would make. Attributes are matched
/// by name, or by a former name if the present one is not stored. The ids of the declared
/// attributes have no meaning.
package struct SchemaDifference: Sendable, Hashable {
    /// Names of new attributes, in declared order. Those in `removed` are in stored order.
    package private(set) var added: [String] = []
    package private(set) var removed: [String] = []
    /// Attributes that stay and get another name.
    package private(set) var renamed: [Renaming] = []
    /// Attributes that older records hold in another form from now on.
    package private(set) var converted: [Conversion] = []
    /// Attributes that were required.
    package private(set) var nowNullable: [String] = []
    /// Attributes whose values were not known to be ids.
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
    /// Whether attributes that stay change their relative order.
    package private(set) var isReordered = false
    /// The reasons why stored objects could not be read as declared. Each is a sentence or more
    /// that names the entity and the attribute, the stored form, the declared form, and the remedy.
    package private(set) var conflicts: [String] = []

    /// The descriptions of new indexes.
    package private(set) var addedIndexes: [String] = []
    package private(set) var removedIndexes: [String] = []
    /// The descriptions of new full-text searches, also of those that change.
    package private(set) var addedSearches: [String] = []
    package private(set) var removedSearches: [String] = []

    /// The number of the entity.
    package var entity: EntityNumber { stored.number }
    private let stored: StoredSchema
    private let wanted: [DeclaredAttribute]
    /// The ordinal of the stored attribute for each wanted one; nil if it is new.
    private let places: [Int?]
    private let indexes: [NamedIndex]
    private let searches: [NamedSearch]

    /// Compares a stored schema with wanted attributes.
    /// - Parameters:
    ///   - indexes: The wanted indexes; nil keeps those whose attributes all stay.
    ///   - searches: The wanted full-text searches; nil keeps those whose attributes all stay.
    package init(
        from stored: StoredSchema, to wanted: [AttributeSchema], indexes: [NamedIndex]? = nil,
        searches: [NamedSearch]? = nil
    ) {
        self.init(
            from: stored, to: wanted.map { DeclaredAttribute($0) }, indexes: indexes,
            searches: searches)
    }

    /// Compares a stored schema with wanted attributes that may have had other names.
    /// - Parameters:
    ///   - indexes: The wanted indexes; nil keeps those whose attributes all stay.
    ///   - searches: The wanted full-text searches; nil keeps those whose attributes all stay.
    package init(
        from stored: StoredSchema, to wanted: [DeclaredAttribute], indexes: [NamedIndex]? = nil,
        searches: [NamedSearch]? = nil
    ) {
        self.stored = stored
        self.wanted = wanted
        let places = stored.places(of: wanted)
        self.places = places
        func newName(_ name: String) -> String {
            guard let place = stored.ordinal(of: name), let index = places.firstIndex(of: place)
            else { return name }
            return wanted[index].name
        }
        let known = stored.namedIndexes.map { $0.renamed(newName) }
        self.indexes =
            indexes
            ?? known.filter { index in
                index.allAttributes.allSatisfy { name in wanted.contains { $0.name == name } }
            }
        let knownSearches = stored.namedSearches.map { $0.renamed(newName) }
        self.searches =
            searches.map { NamedSearch.updating(knownSearches, to: $0) }
            ?? knownSearches.filter { search in
                search.attributes.allSatisfy { name in wanted.contains { $0.name == name } }
            }
        addedSearches = self.searches.filter { !knownSearches.contains($0) }.map(\.description)
        removedSearches = knownSearches.filter { !self.searches.contains($0) }.map(\.description)
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

    /// The two names of a renamed attribute.
    package struct Renaming: Sendable, Hashable {
        package let old: String
        package let new: String
    }

    /// The former and the new form of an attribute.
    package struct Conversion: Sendable, Hashable {
        package let name: String
        /// "int32" or "optional int32", for example.
        package let old: String
        package let new: String
    }

    /// Whether the declaration changes nothing.
    package var isEmpty: Bool {
        added.isEmpty && removed.isEmpty && nowNullable.isEmpty && nowReferences.isEmpty
            && nowUnique.isEmpty && noLongerUnique.isEmpty && !isReordered && conflicts.isEmpty
            && addedIndexes.isEmpty && removedIndexes.isEmpty && addedSearches.isEmpty
            && removedSearches.isEmpty && nowColumnar.isEmpty
            && noLongerColumnar.isEmpty && otherRules.isEmpty && renamed.isEmpty
            && converted.isEmpty && otherMembers.isEmpty && nowNamed.isEmpty
    }

    private mutating func add(_ attribute: AttributeSchema) {
        added.append(attribute.name)
        if !attribute.isNullable, attribute.defaultValue == nil {
            addConflict(
                attribute, "is new and required, and stored objects have no value for it.",
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

    /// Compares the members of a collection's structs. If they were unknown so far, they are
    /// recorded without a comparison.
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

    /// Compares the type, the stages and the nullability.
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
                "Declare it as optional, give it a default for objects without a value, or give the"
                    + " new attribute another name.")
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
                declared.schema, "has already had \(old.sources.count) other forms.",
                "Declare it as it is stored.")
        }
        func form(_ attribute: AttributeSchema) -> String {
            (attribute.isNullable ? "optional " : "") + attribute.type.name
        }
        converted.append(
            Conversion(name: declared.name, old: form(old), new: form(declared.schema)))
    }

    /// Whether the declared attribute needs an id of its own, under which it continues the stored
    /// one: its type differs, or it is no longer nullable.
    private func continues(_ old: AttributeSchema, as new: AttributeSchema) -> Bool {
        old.type != new.type || old.isNullable && !new.isNullable
    }

    private mutating func checkID() {
        let id = stored.idAttribute
        guard let place = places.firstIndex(of: stored.idOrdinal) else {
            addConflict(
                id, "is the stored id of type \(id.type.name) and not declared.",
                "Declare it as the id.")
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

    /// Returns the resulting schema. An attribute that stays keeps its id and its default, because
    /// older records depend on them. A new attribute gets an id that no attribute of the entity
    /// ever had.
    /// - Parameter layouts: All layouts of the entity.
    package func result(layouts: [Layout] = []) throws(StoreError) -> StoredSchema {
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
        var searches: [SearchSchema] = []
        for search in self.searches {
            searches.append(try search.schema(over: attributes, of: stored.name))
        }
        return StoredSchema(
            number: stored.number, name: stored.name, attributes: attributes,
            idOrdinal: attributes.firstIndex { $0.id == id } ?? -1, lastAttribute: last,
            indexes: indexes, searches: searches, generation: stored.generation, texts: stored.texts
        )
    }
}
