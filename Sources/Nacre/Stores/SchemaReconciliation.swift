internal import NacreEngine
internal import NacreFormat

/// The changes that a store needs to fit the Swift types, found without writing anything.
struct SchemaReconciliation {
    /// The entities that the store does not have.
    private(set) var missing: [EntityModel] = []
    private(set) var changes: [EntityChange] = []
    /// The entities to be renamed, with their stored and their new names.
    private(set) var renamed: [(old: String, new: String)] = []
    /// The entities whose types declare other sorts, filters or rules than the store has in words.
    private(set) var otherTexts: [(entity: String, stored: SchemaTexts, declared: SchemaTexts)] = []
    /// The attributes that the entities of a read-only store lack.
    private(set) var lacking: [SchemaDifference] = []

    private let path: String
    private let options: Store.Options

    /// - Parameters:
    ///   - stored: The store's entities.
    ///   - formerNames: The present names of entities, by their former names.
    /// - Throws: `schemaMismatch`, with instructions, if the types cannot fit.
    init(
        _ models: [EntityModel], over stored: [StoredSchema],
        formerNames: [String: String], _ options: Store.Options, path: String
    ) throws(StoreError) {
        self.path = path
        self.options = options
        let names = try renamings(models, stored)
        let known = names.isEmpty ? stored : stored.map { $0.renaming(names) }
        for model in models {
            guard let stored = known.first(where: { $0.name == model.name }) else {
                try checkNew(model, among: models, formerNames)
                missing.append(model)
                continue
            }
            try add(model, over: stored)
            let texts = model.texts
            if texts != stored.texts, !options.isReadOnly {
                otherTexts.append((model.name, stored.texts, texts))
            }
        }
    }

    var isEmpty: Bool {
        missing.isEmpty && changes.isEmpty && renamed.isEmpty && otherTexts.isEmpty
    }

    func write(in changes: Changes) throws {
        for (old, new) in renamed { try changes.rename(old, to: new) }
        for model in missing {
            try changes.define(
                model.name, attributes: model.schema.attributes,
                id: model.schema.idAttribute.name, indexes: model.indexes,
                searches: model.searches, texts: model.texts)
        }
        for change in self.changes { try change.write(in: changes, options.stageContext) }
        for other in otherTexts { try changes.setTexts(other.declared, of: other.entity) }
    }

    // MARK: Names

    private mutating func renamings(
        _ models: [EntityModel], _ stored: [StoredSchema]
    ) throws(StoreError) -> [String: String] {
        var names: [String: String] = [:]
        let present = Set(stored.map(\.name))
        let declared = Set(models.map(\.name))
        for model in models where !present.contains(model.name) {
            guard let former = model.originalNames.first(where: { present.contains($0) }) else {
                continue
            }
            guard !declared.contains(former), names.updateValue(model.name, forKey: former) == nil
            else {
                throw mismatch(
                    "Two types are stored as '\(former)', which is an original name of"
                        + " '\(model.name)'. Remove the name from originalEntityNames of one of"
                        + " them.")
            }
            renamed.append((former, model.name))
        }
        guard renamed.isEmpty || !options.isReadOnly else {
            throw mismatch(
                "The store has '\(renamed[0].new)' under the name '\(renamed[0].old)', and was"
                    + " opened for reading only. Open it once for writing, which renames it.")
        }
        return names
    }

    /// Checks that a new entity's name is not the former name of another. Otherwise an older
    /// program would start a new entity beside the objects that it no longer finds.
    private func checkNew(
        _ model: EntityModel, among models: [EntityModel], _ formerNames: [String: String]
    ) throws(StoreError) {
        guard let name = formerNames[model.name], !models.contains(where: { $0.name == name })
        else { return }
        throw mismatch(
            "A newer program has changed the store: '\(model.name)' is '\(name)' there. Use the"
                + " newer program. If '\(model.name)' is to be another entity, name the type of"
                + " '\(name)' as well.")
    }

    // MARK: Attributes

    private mutating func add(
        _ model: EntityModel, over stored: StoredSchema
    ) throws(StoreError) {
        // A default that cannot be stored is an error even if nothing has to change.
        let defaults = try DefaultValues(model, in: options.stageContext).values()
        if isUpToDate(stored, model) { return }
        let derived = DerivedValues(model, over: stored)
        let stored = derived.schema
        let names = StoredNames(model, over: stored)
        try checkID(of: model, names, over: stored)
        let wanted = attributes(of: model, defaults, names, over: stored)
        let difference = SchemaDifference(
            from: stored, to: wanted, indexes: model.indexes, searches: model.searches)
        try check(difference, stored.name)
        try checkMembers(of: model, defaults, names)
        if difference.isEmpty, !derived.hasStale { return }
        let absent = AbsentStructs(model, defaults, names)
        if options.isReadOnly, !difference.added.isEmpty {
            let added = wanted.filter { difference.added.contains($0.name) }
            try checkAdded(added, absent, stored.name)
            lacking.append(stored.adding(added))
        }
        changes.append(
            EntityChange(
                model: model, attributes: wanted, derived: derived, absent: absent,
                difference: difference))
    }

    /// Whether an entity is stored exactly as its type declares it, which is nearly always so.
    /// Every opening checks this: looking for differences and finding none takes several times as
    /// long. A property may have another position in the type if it was added after the store was
    /// made.
    private func isUpToDate(
        _ stored: StoredSchema, _ model: EntityModel
    ) -> Bool {
        let wanted = model.schema
        return wanted.attributes.count == stored.attributes.count
            && wanted.idAttribute.name == stored.idAttribute.name
            && model.indexes == stored.namedIndexes
            && NamedSearch.updating(stored.namedSearches, to: model.searches)
                == stored.namedSearches
            && wanted.attributes.indices.allSatisfy { place in
                let attribute = wanted.attributes[place]
                if attribute.isDeclared(as: stored.attributes[place]) { return true }
                guard let other = stored.ordinal(of: attribute.name) else { return false }
                return attribute.isDeclared(as: stored.attributes[other])
            }
    }

    /// Returns the attributes that the type declares, in the order that is already stored. Moving a
    /// property within the type changes nothing in the store.
    private func attributes(
        of model: EntityModel, _ defaults: [NacreFormat.Value?], _ names: StoredNames,
        over stored: StoredSchema
    ) -> [DeclaredAttribute] {
        var wanted = zip(model.leaves, defaults).map { leaf, value in
            // A struct that becomes optional is present in all existing objects.
            let isThere = leaf.isPresence && names.hasStruct(leaf.name)
            let place = stored.ordinal(of: leaf.name)
            return leaf.declared(
                defaultValue: isThere ? .bool(true) : value,
                over: options.removesAttributes ? nil : place.map { stored.attributes[$0] })
        }
        if !options.removesAttributes {
            wanted += unknownPayloads(of: model, names, over: stored)
        }
        let places = zip(wanted, stored.places(of: wanted))
        let known = places.compactMap { attribute, place in place.map { (attribute, $0) } }
            .sorted { $0.1 < $1.1 }.map(\.0)
        return known + places.filter { $0.1 == nil }.map(\.0)
    }

    /// Returns payload attributes of cases that only a newer program has. They are kept so that an
    /// older program can still write.
    private func unknownPayloads(
        of model: EntityModel, _ names: StoredNames, over stored: StoredSchema
    ) -> [DeclaredAttribute] {
        let choices = model.openChoices
        if choices.isEmpty { return [] }
        return stored.attributes.filter { attribute in
            !names.has(stored: attribute.name) && attribute.isNullable
                && choices.contains { model.isUnknownPayload(attribute.name, of: $0) }
        }.map { DeclaredAttribute($0) }
    }

    private func checkID(
        of model: EntityModel, _ names: StoredNames, over stored: StoredSchema
    ) throws(StoreError) {
        let name = stored.idAttribute.name
        let leaf = model.leaves[model.idOrdinal]
        guard names[leaf.name] != name else { return }
        throw mismatch(
            "The store identifies '\(model.name)' by '\(name)', but the type by '\(leaf.name)'."
                + " Declare @Attribute(.named(\"\(name)\")) let id, of type"
                + " \(stored.idAttribute.type.name).")
    }

    private static let renaming =
        " If a property was only renamed, give the stored name with .originalName(\"...\"), or with"
        + " .named(\"...\") in a struct inside of a collection."

    private func check(
        _ difference: SchemaDifference, _ name: String
    ) throws(StoreError) {
        if !difference.conflicts.isEmpty {
            let hint =
                difference.added.isEmpty || difference.removed.isEmpty ? "" : Self.renaming
            throw mismatch(difference.conflicts.joined(separator: " ") + hint)
        }
        if options.isReadOnly {
            try checkReadable(difference, name)
        } else if !difference.removed.isEmpty, !options.removesAttributes {
            throw mismatch(
                "The store's '\(name)' has \(Self.list(difference.removed)), which the type lacks."
                    + " Declare those that are to stay, open the store for reading only, or open it"
                    + " with removesAttributes, which drops their values.\(Self.renaming)")
        }
    }

    /// Checks that the stored schema can be read as it is, without renaming or converting.
    private func checkReadable(
        _ difference: SchemaDifference, _ name: String
    ) throws(StoreError) {
        let others = difference.renamed.map(\.new) + difference.converted.map(\.name)
        guard others.isEmpty else {
            throw mismatch(
                "The store's '\(name)' has \(Self.list(others)) under another name or in another"
                    + " form, and was opened for reading only. Open it once for writing, which"
                    + " brings its schema up to date.")
        }
    }

    /// Checks that no added attribute needs values to be written. Attributes that a store lacks
    /// read as nil or as their defaults, unless objects have to be written with their values.
    private func checkAdded(
        _ added: [DeclaredAttribute], _ absent: AbsentStructs, _ name: String
    ) throws(StoreError) {
        let computed = added.filter { DerivedVersion(stages: $0.schema.pipeline) != nil }
        let written = computed.map(\.name) + absent.memberNames
        guard written.isEmpty else {
            throw mismatch(
                "The store's '\(name)' lacks the values of \(Self.list(written)), which are"
                    + " written for each object, and was opened for reading only. Open it once for"
                    + " writing, which adds them.")
        }
    }

    /// Checks new required members of optional structs. They are nullable in the store, which
    /// therefore would add them; but the structs that are already stored have no value for them.
    private func checkMembers(
        of model: EntityModel, _ defaults: [NacreFormat.Value?], _ names: StoredNames
    ) throws(StoreError) {
        for (leaf, value) in zip(model.leaves, defaults) {
            guard let owner = leaf.optionalOwner, !leaf.isOptional, value == nil,
                names[leaf.name] == nil, names.hasStruct(owner)
            else { continue }
            throw mismatch(
                "'\(leaf.name)' of '\(model.name)' is new and required, and stored structs have no"
                    + " value for it. Declare it as optional, or give it a default.")
        }
    }

    private static func list(_ names: [String]) -> String {
        names.map { "'\($0)'" }.joined(separator: ", ")
    }

    private func mismatch(_ message: String) -> StoreError {
        StoreError(.schemaMismatch, message, file: path)
    }
}

extension StoredSchema {
    /// Returns the difference that adds attributes which are read and never written.
    fileprivate func adding(_ added: [DeclaredAttribute]) -> SchemaDifference {
        let all = attributes.map { DeclaredAttribute($0) } + added.map(\.onlyRead)
        return SchemaDifference(from: self, to: all)
    }
}

/// The differences between an entity as it is stored and as its type declares it.
struct EntityChange {
    let model: EntityModel
    let attributes: [DeclaredAttribute]
    let derived: DerivedValues
    let absent: AbsentStructs
    let difference: SchemaDifference

    var name: String { model.name }

    /// - Parameter stageContext: The values that stages take from the store.
    func write(in changes: Changes, _ stageContext: StageContext) throws {
        try derived.removeStale(in: changes)
        try changes.redefine(
            name, declared: attributes, indexes: model.indexes, searches: model.searches)
        try absent.write(in: changes)
        try derived.write(model, in: changes, stageContext)
    }
}

/// The names under which a store has the attributes of a type: the type's names, or former ones.
struct StoredNames {
    private var names: [(wanted: String, stored: String)] = []
    private let stored: [String]

    init(_ model: EntityModel, over stored: StoredSchema) {
        self.stored = stored.attributes.map(\.name)
        let wanted = model.leaves.map { $0.declared(defaultValue: nil) }
        for (leaf, place) in zip(model.leaves, stored.places(of: wanted)) {
            if let place { names.append((leaf.name, stored.attributes[place].name)) }
        }
    }

    /// The stored name of an attribute; nil if the store does not have it.
    subscript(name: String) -> String? { names.first { $0.wanted == name }?.stored }

    /// Returns whether a stored attribute is one of the type's.
    func has(stored name: String) -> Bool { names.contains { $0.stored == name } }

    /// Returns whether the store has properties of an embedded struct, optional or not.
    func hasStruct(_ name: String) -> Bool {
        stored.contains { $0.hasPrefix("\(name).") }
            || names.contains { $0.wanted.hasPrefix("\(name).") }
    }
}
