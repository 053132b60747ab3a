internal import NacreEngine
package import NacreFormat

/// An entity's schema without its Swift type: the attributes flattened into leaves, and what can be
/// wrong with them. Immutable; an object, because opening a store passes it on a lot.
package final class EntityModel: Sendable {
    /// Nil where there is none: of an attribute that a step of a plan adds.
    let type: (any Entity.Type)?
    package let name: String
    /// In stores of earlier, the newest first.
    let originalNames: [String]
    let attributes: [AnyAttribute]
    package let leaves: [LeafAttribute]
    /// Where each property's leaves begin.
    let starts: [Int]
    /// How many leaves objects are read from: those behind are derived.
    let readCount: Int
    var derivesValues: Bool { readCount < leaves.count }
    let idOrdinal: Int
    /// Whether objects hold others by value.
    let holdsObjects: Bool
    /// Whether these may lead back to themselves.
    let isCircular: Bool
    /// By stored names, those of single attributes first.
    let indexes: [NamedIndex]
    /// As data. The numbers are placeholders: a store gives its own.
    package let schema: NacreFormat.EntitySchema

    /// - Throws: `schemaMismatch` if the entity cannot be stored.
    convenience init<Owner: Entity>(_ type: Owner.Type) throws(StoreError) {
        try self.init(
            type, Owner.entityName, Owner.originalEntityNames, Owner.schema.attributes,
            Owner.schema.indexes, inverted: Owner.invertedAttributes,
            isCircular: HeldTypes.areCircular(type))
        if let problem = idProblem(Owner.idCoding?.stages ?? []) { throw Self.error(name, problem) }
        for leaf in leaves where Owner.isAppendOnly && leaf.deleteRule.changesOwner {
            throw Self.error(
                name,
                "'\(leaf.name)' has a delete rule that changes objects or takes them along, and"
                    + " these are append-only: let it be .deny or .noAction")
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
        _ attributes: [AnyAttribute], _ indexes: [NamedIndex], inverted: Set<String>,
        isCircular: Bool
    ) throws(StoreError) {
        self.type = type
        self.name = name
        self.originalNames = originalNames
        self.attributes = attributes
        let single = attributes.filter(\.isIndexed).map { NamedIndex([$0.name]) }
        // One attribute is unique by itself.
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
        try Self.checkUnique(leaves, indexes, of: name)
        // The other side of a reference is looked up in an index.
        for leaf in leaves where inverted.contains(leaf.name) && !leaf.isUnique {
            if !declared.contains([leaf.name]) { declared.append([leaf.name]) }
        }
        self.indexes = declared
        self.leaves = leaves
        self.starts = starts
        holdsObjects = leaves.contains { $0.heldType != nil }
        self.isCircular = isCircular
        let firstDerived = attributes.firstIndex { $0.derived != nil }
        readCount = firstDerived.map { starts[$0] } ?? leaves.count
        guard let id = attributes.firstIndex(where: { $0.propertyName == "id" }) else {
            throw Self.error(name, "it has no attribute 'id'")
        }
        idOrdinal = starts[id]
        schema = Self.schema(name, leaves, idOrdinal: idOrdinal, declared)
        let indexed = uniqueAlone.sorted() + self.indexes.flatMap(\.attributes)
        for name in indexed where !leaves.contains(where: { $0.name == name }) {
            throw Self.error(self.name, Self.indexProblem(name, attributes))
        }
        for index in self.indexes where index.attributes.count == 1 && !index.isUnique {
            // In JSON that is no list there is nothing that filters find by an index.
            let name = index.attributes[0]
            let isRefused = leaves.contains { $0.name == name && $0.type == .json && !$0.isList }
            guard isRefused else { continue }
            throw Self.error(
                self.name,
                "'\(name)' is stored as json, which has no order that an index could keep")
        }
        if let problem = schema.problem { throw Self.error(name, problem) }
    }

    /// Why what is stored as no leaf can have no index.
    private static func indexProblem(_ name: String, _ attributes: [AnyAttribute]) -> String {
        attributes.contains { $0.name == name }
            ? "'\(name)' has an index and is no single value; give one to its members"
            : "'\(name)' has an index and is no attribute of the schema"
    }

    /// Why objects could not be found by their id; nil if they can.
    /// - Parameter coding: the stages that the type stores ids through in references and look-ups.
    private func idProblem(_ coding: [String]) -> String? {
        let stages = attributes.first { $0.propertyName == "id" }?.stages ?? []
        guard Pipeline.keepsEquality(stages) else {
            return "'\(leaves[idOrdinal].name)' is the id and has a stage that does not store equal"
                + " values equally, so that no object could be found by it. Store the id without"
                + " that stage"
        }
        guard stages == coding else {
            return "'\(leaves[idOrdinal].name)' is the id and has other stages than idCoding,"
                + " through which references and look-ups go. Declare both with one codec:"
                + " static let idCoding: IDCoding<ID>? = IDCoding(codec)"
        }
        return nil
    }

    /// No index finds what is stored differently each time.
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

    /// What is stored for one attribute of an entity, with its default.
    /// - Throws: `schemaMismatch` if it cannot be stored.
    static func declared(
        _ attribute: AnyAttribute, of entity: String
    ) throws(StoreError) -> [DeclaredAttribute] {
        let id = AnyAttribute(addedBySteps: "id", Int.attributeType, defaultValue: nil)
        let isAlone = attribute.propertyName == "id"
        let model = try EntityModel(
            nil, entity, [], isAlone ? [attribute] : [id, attribute], [], inverted: [],
            isCircular: false)
        let defaults = try DefaultValues(model).values()
        return zip(model.leaves, defaults).dropFirst(isAlone ? 0 : 1)
            .map { $0.declared(defaultValue: $1) }
    }

    static func error(_ name: String, _ problem: String) -> StoreError {
        StoreError(.schemaMismatch, "The entity '\(name)' cannot be stored: \(problem).")
    }

    private static func schema(
        _ name: String, _ leaves: [LeafAttribute], idOrdinal: Int, _ indexes: [NamedIndex]
    ) -> NacreFormat.EntitySchema {
        func id(_ place: Int) -> AttributeID { AttributeID(UInt32(place + 1)) }
        return NacreFormat.EntitySchema(
            number: EntityNumber(1), name: name,
            attributes: leaves.indices.map { leaves[$0].schema(id: id($0)) },
            idOrdinal: idOrdinal,
            indexes: indexes.map { index in
                IndexSchema(
                    index.attributes.compactMap { name in
                        leaves.firstIndex { $0.name == name }.map(id)
                    }, isUnique: index.isUnique)
            })
    }

    /// The names of enums whose case need not be known.
    var openChoices: [String] {
        attributes.flatMap { $0.stages.isEmpty ? $0.type.openChoices($0.name) : [] }
    }

    /// Whether an attribute in the store is part of a case that an enum of the type does not have.
    /// What the store has more of a case that the type has, with values or without, is not: that is
    /// a property that is gone.
    /// - Parameters:
    ///   - name: of the attribute.
    ///   - choice: one of ``openChoices``.
    func isUnknownPayload(_ name: String, of choice: String) -> Bool {
        guard name.hasPrefix("\(choice).") else { return false }
        let part = String(name.dropFirst(choice.count + 1).prefix { $0 != "." })
        let (known, cases) = ("\(choice).\(part)", "\(choice).\(UnknownValues.caseName)")
        return !leaves.contains { leaf in
            leaf.name == known || leaf.name.hasPrefix("\(known).")
                || leaf.name == cases && leaf.unknown?.hasCase(part) == true
        }
    }

    /// The leaves from a property's first one on; nil if there is no such property.
    func leaves(from property: String) -> ArraySlice<LeafAttribute>? {
        leaves.firstIndex { $0.name == property || $0.name.hasPrefix("\(property).") }
            .map { leaves[$0...] }
    }
}
