internal import NacreEngine
package import NacreFormat
internal import NacreText

/// An entity's schema without its Swift type. It flattens the attributes into leaves and checks
/// them. Immutable. A class, because opening a store passes it on many times.
package final class EntityModel: Sendable {
    /// The Swift type, or nil for an attribute that a step of a plan adds.
    let type: (any Entity.Type)?
    package let name: String
    /// The former names in the store, the newest first.
    let originalNames: [String]
    let attributes: [AnyAttribute]
    package let leaves: [LeafAttribute]
    /// The index of each property's first leaf.
    let starts: [Int]
    /// The number of leaves that objects are read from. The leaves after them are derived.
    let readCount: Int
    var derivesValues: Bool { readCount < leaves.count }
    let idOrdinal: Int
    /// Whether objects hold other objects by value.
    let holdsObjects: Bool
    /// Whether the held objects may lead back to objects of this entity.
    let isCircular: Bool
    /// The indexes, by stored names; those of single attributes come first.
    let indexes: [NamedIndex]
    /// The full-text searches, by stored names.
    let searches: [NamedSearch]
    /// The schema as data. Its numbers are placeholders: each store assigns its own.
    package let schema: StoredSchema

    /// Makes the model of an entity.
    /// - Throws: `schemaMismatch` if the entity cannot be stored.
    convenience init<Owner: Entity>(_ type: Owner.Type) throws(StoreError) {
        try self.init(
            type, Owner.entityName, Owner.originalEntityNames, Owner.schema.attributes,
            Owner.schema.indexes, Owner.schema.conditional, Owner.schema.searches,
            inverted: Owner.invertedAttributes, isCircular: HeldTypes.areCircular(type))
        if let problem = idProblem(Owner.self) { throw Self.error(name, problem) }
        for leaf in leaves where Owner.isAppendOnly && leaf.deleteRule.changesOwner {
            throw Self.error(
                name,
                "'\(leaf.name)' has a delete rule that changes or deletes objects, and these are"
                    + " append-only: declare it as .deny or .noAction")
        }
        for leaf in leaves where !leaf.isOptional && !leaf.isList {
            guard let held = leaf.heldType, HeldTypes.leads(from: held, to: type) || held == type
            else { continue }
            throw Self.error(
                name,
                "'\(leaf.name)' must hold an object of '\(held.entityName)', which may hold this"
                    + " one: make it optional, or a Ref")
        }
        for inverse in Owner.inverses {
            if let problem = inverse.problem(for: name) { throw Self.error(name, problem) }
        }
    }

    private init(
        _ type: (any Entity.Type)?, _ name: String, _ originalNames: [String],
        _ attributes: [AnyAttribute], _ indexes: [NamedIndex],
        _ conditional: [DeclaredConflict], _ searches: [NamedSearch], inverted: Set<String>,
        isCircular: Bool
    ) throws(StoreError) {
        self.type = type
        self.name = name
        self.originalNames = originalNames
        self.attributes = attributes
        let single = attributes.filter(\.isIndexed).map { NamedIndex([$0.name]) }
        // An attribute that is unique "together" with no others is a unique attribute.
        let uniqueAlone = Set(
            indexes.filter { $0.isUnique && $0.attributes.count == 1 }.flatMap(\.attributes))
        var declared =
            single
            + indexes.filter {
                !single.contains($0) && !($0.isUnique && $0.attributes.count == 1)
            }
        var leaves: [LeafAttribute] = []
        var starts: [Int] = []
        let isAppendOnly = type?.isAppendOnly ?? false
        for attribute in attributes {
            starts.append(leaves.count)
            if let problem = attribute.ruleProblem {
                throw Self.error(name, "'\(attribute.propertyName)' \(problem)")
            }
            do throws(LeafError) {
                leaves += try LeafAttribute.leaves(of: attribute, isAppendOnly: isAppendOnly)
            } catch {
                throw Self.error(name, "'\(attribute.propertyName)' \(error.reason)")
            }
        }
        for place in leaves.indices where uniqueAlone.contains(leaves[place].name) {
            leaves[place].isUnique = true
        }
        declared += try Self.indexes(conditional, name, leaves)
        try Self.checkUnique(leaves, declared, of: name)
        // The other side of a reference is looked up in an index.
        for leaf in leaves where inverted.contains(leaf.name) && !leaf.isUnique {
            if !declared.contains([leaf.name]) { declared.append([leaf.name]) }
        }
        self.indexes = declared
        self.searches = try Self.searches(searches, name, attributes, leaves)
        self.leaves = leaves
        self.starts = starts
        holdsObjects = leaves.contains { $0.heldType != nil }
        self.isCircular = isCircular
        let firstDerived = attributes.firstIndex { $0.derived != nil }
        readCount = firstDerived.map { starts[$0] } ?? leaves.count
        idOrdinal = starts[try Self.idPlace(attributes, of: name)]
        schema = Self.schema(name, leaves, idOrdinal: idOrdinal, declared, self.searches)
        let indexed = uniqueAlone.sorted() + self.indexes.flatMap(\.attributes)
        for name in indexed where !leaves.contains(where: { $0.name == name }) {
            throw Self.error(self.name, Self.indexProblem(name, attributes))
        }
        for index in self.indexes where index.attributes.count == 1 && !index.isUnique {
            // Filters use no index of JSON that is not a list.
            let name = index.attributes[0]
            let isRefused = leaves.contains { $0.name == name && $0.type == .json && !$0.isList }
            guard isRefused else { continue }
            throw Self.error(
                self.name,
                "'\(name)' is stored as json, which has no order that an index could keep")
        }
        if let problem = schema.problem { throw Self.error(name, problem) }
    }

    /// Returns the searches that are declared, and that of the attributes that are marked.
    private static func searches(
        _ declared: [NamedSearch], _ name: String, _ attributes: [AnyAttribute],
        _ leaves: [LeafAttribute]
    ) throws(StoreError) -> [NamedSearch] {
        var searches = declared
        let marked = attributes.filter { $0.searchWeight != nil }
        if !marked.isEmpty {
            guard !declared.contains(where: \.name.isEmpty) else {
                throw error(
                    name,
                    "a #Search without a name and attributes marked as .searchable would be the"
                        + " same search: give the #Search a name")
            }
            searches.append(
                NamedSearch(
                    "", marked.map(\.name), weights: marked.map { $0.searchWeight ?? 1 },
                    tokenizer: SearchTokenizer.words.name))
        }
        for search in searches where TokenizerName(search.tokenizer) == nil {
            throw error(
                name,
                "the name of a tokenizer has no slash, and its version is 1 or more:"
                    + " '\(search.tokenizer)'")
        }
        for attribute in searches.flatMap(\.attributes)
        where !leaves.contains(where: { $0.name == attribute }) {
            throw error(
                name,
                attributes.contains { $0.name == attribute }
                    ? "'\(attribute)' is searched, but is not a single value: name its members"
                    : "'\(attribute)' is searched, but is not an attribute of the schema")
        }
        return searches
    }

    /// Returns the indexes of constraints with a condition. The text of a condition is parsed by a
    /// schema that has no such indexes yet.
    private static func indexes(
        _ constraints: [DeclaredConflict], _ name: String, _ leaves: [LeafAttribute]
    ) throws(StoreError) -> [NamedIndex] {
        if constraints.isEmpty { return [] }
        let schema = schema(name, leaves, idOrdinal: 0, [])
        var indexes: [NamedIndex] = []
        for constraint in constraints { indexes.append(try index(constraint, schema)) }
        return indexes
    }

    /// Returns the index of a constraint with a condition. The condition is the one that its text
    /// leads to, so that a stored one is equal.
    private static func index(
        _ constraint: DeclaredConflict, _ schema: StoredSchema
    ) throws(StoreError) -> NamedIndex {
        guard let scoped = constraint.condition?() else {
            return .unique(constraint.attributes)
        }
        let names = constraint.attributes.joined(separator: ", ")
        do {
            if let problem = scoped.textProblem { throw StoreError(.invalidValue, problem) }
            let parsed = try FilterParser.parse(try scoped.checked().description, schema: schema)
            return .unique(constraint.attributes, where: parsed)
        } catch {
            throw Self.error(
                schema.name,
                "the condition of '\(names)' is not a filter of single values of the object itself."
                    + " \(ErrorText.reason(error))")
        }
    }

    /// Returns the reason why a name that is not a leaf cannot have an index.
    private static func indexProblem(_ name: String, _ attributes: [AnyAttribute]) -> String {
        attributes.contains { $0.name == name }
            ? "'\(name)' has an index, but is not a single value: give the indexes to its members"
            : "'\(name)' has an index, but is not an attribute of the schema"
    }

    /// Returns the place of the attribute that is the id.
    private static func idPlace(
        _ attributes: [AnyAttribute], of entity: String
    ) throws(StoreError) -> Int {
        let ids = attributes.indices.filter { attributes[$0].isID }
        guard let id = ids.first else { throw error(entity, "it has no attribute 'id'") }
        guard ids.count == 1 else {
            let names = ids.map { "'\(attributes[$0].name)'" }.joined(separator: " and ")
            throw error(entity, "it has the ids \(names), but an object has one")
        }
        return id
    }

    /// Returns the reason why objects cannot be found by their id, or nil if they can.
    private func idProblem<Owner: Entity>(_ owner: Owner.Type) -> String? {
        guard let id = attributes.first(where: \.isID) else { return nil }
        guard Pipeline.keepsEquality(id.stages) else {
            return "'\(id.name)' is the id and has a stage that does not store equal values"
                + " equally, so no object could be found by it. Store the id without that stage"
        }
        guard id.stages == Owner.idCoding?.stages ?? [] else {
            return "'\(id.name)' is the id and has other stages than idCoding, which"
                + " references and look-ups use. Declare both with one codec:"
                + " static let idCoding: IDCoding<ID>? = IDCoding(codec)"
        }
        if id.takesFromStore {
            return "'\(id.name)' is the id and has a stage that takes a value from the store, which"
                + " references to its objects do not have. Store the id without that stage"
        }
        guard let idPath = id.idPath else { return nil }
        let (path, type) = (id.path as AnyKeyPath, Owner.ID.self)
        if Swift.type(of: path).valueType != type {
            let value = Swift.type(of: path).valueType
            return "'\(id.name)' is the id and a \(value), but 'id' is a \(type)."
                + " Declare 'var id: \(value) { \(id.propertyName) }'"
        }
        if Swift.type(of: idPath).rootType != Owner.self || idPath == path {
            return "'\(id.name)' is the id, but the path in its option is not that of 'id':"
                + " pass \\\(Owner.self).id"
        }
        return nil
    }

    /// Checks that unique attributes store equal values equally: no index could find the others.
    private static func checkUnique(
        _ leaves: [LeafAttribute], _ indexes: [NamedIndex], of entity: String
    ) throws(StoreError) {
        let unique = Set(indexes.filter(\.isUnique).flatMap(\.attributes))
        for leaf in leaves where leaf.isUnique || unique.contains(leaf.name) {
            guard !Pipeline.keepsEquality(leaf.pipeline) else { continue }
            throw error(
                entity,
                "'\(leaf.name)' has a stage that does not store equal values equally, and cannot be"
                    + " unique")
        }
    }

    /// Returns the leaves to store for one attribute of an entity, with its default.
    /// - Throws: `schemaMismatch` if the attribute cannot be stored.
    static func declared(
        _ attribute: AnyAttribute, of entity: String
    ) throws(StoreError) -> [DeclaredAttribute] {
        let id = AnyAttribute(addedBySteps: "id", Int.attributeType, defaultValue: nil)
        let isAlone = attribute.isID
        let model = try EntityModel(
            nil, entity, [], isAlone ? [attribute] : [id, attribute], [], [], [], inverted: [],
            isCircular: false)
        let defaults = try DefaultValues(model, in: StageContext()).values()
        return zip(model.leaves, defaults).dropFirst(isAlone ? 0 : 1)
            .map { $0.declared(defaultValue: $1) }
    }

    /// Checks that a store has the values which stages take from it.
    /// - Throws: `schemaMismatch` if one is missing.
    func checkNeeds(in context: StageContext) throws(StoreError) {
        for attribute in attributes {
            guard let type = attribute.needs.first(where: { !context.has($0) }) else { continue }
            throw Self.error(
                name,
                "'\(attribute.name)' has a stage that takes a \(type) from the store. Set it by"
                    + " Store.Options.stageContext")
        }
    }

    static func error(_ name: String, _ problem: String) -> StoreError {
        StoreError(.schemaMismatch, "The entity '\(name)' cannot be stored: \(problem).")
            .about(name)
    }

    private static func schema(
        _ name: String, _ leaves: [LeafAttribute], idOrdinal: Int, _ indexes: [NamedIndex],
        _ searches: [NamedSearch] = []
    ) -> StoredSchema {
        func id(_ place: Int) -> AttributeID { AttributeID(UInt32(place + 1)) }
        return StoredSchema(
            number: EntityNumber(1), name: name,
            attributes: leaves.indices.map { leaves[$0].schema(id: id($0)) },
            idOrdinal: idOrdinal,
            indexes: indexes.map { index in
                IndexSchema(
                    index.attributes.compactMap { name in
                        leaves.firstIndex { $0.name == name }.map(id)
                    }, isUnique: index.isUnique, where: index.condition?.description)
            },
            searches: searches.map { search in
                SearchSchema(
                    search.name,
                    search.attributes.compactMap { name in
                        leaves.firstIndex { $0.name == name }.map(id)
                    }, weights: search.weights, tokenizer: search.tokenizer)
            })
    }

    /// The names of enums that may have stored cases unknown to the type.
    var openChoices: [String] {
        attributes.flatMap { $0.stages.isEmpty ? $0.type.openChoices($0.name) : [] }
    }

    /// Whether a stored attribute belongs to an enum case that the type does not have. Additional
    /// stored values of a case that the type has do not count: they belong to a removed property.
    /// - Parameters:
    ///   - name: The attribute's stored name.
    ///   - choice: One of ``openChoices``.
    func isUnknownPayload(_ name: String, of choice: String) -> Bool {
        guard name.hasPrefix("\(choice).") else { return false }
        let part = String(name.dropFirst(choice.count + 1).prefix { $0 != "." })
        let (known, cases) = ("\(choice).\(part)", "\(choice).\(UnknownValues.caseName)")
        return !leaves.contains { leaf in
            leaf.name == known || leaf.name.hasPrefix("\(known).")
                || leaf.name == cases && leaf.unknown?.hasCase(part) == true
        }
    }

    /// Returns the leaves of a property.
    /// - Parameter property: The property's position among ``attributes``.
    func leaves(of property: Int) -> ArraySlice<LeafAttribute> {
        let end = property + 1 < starts.count ? starts[property + 1] : leaves.count
        return leaves[starts[property]..<end]
    }

    /// Returns the leaves from a property's first leaf to the last leaf of the entity, or nil if
    /// there is no such property.
    func leaves(from property: String) -> ArraySlice<LeafAttribute>? {
        leaves.firstIndex { $0.name == property || $0.name.hasPrefix("\(property).") }
            .map { leaves[$0...] }
    }

    /// Returns the number of leaves of a property, or of a part of it.
    func leafCount(of property: String) -> Int {
        leaves.count { $0.name == property || $0.name.hasPrefix("\(property).") }
    }
}
