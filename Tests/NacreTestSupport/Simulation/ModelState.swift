package import NacreEngine
internal import NacreFormat
internal import NacreSearch

/// The expected content of a store at one commit. A value type: states share their common parts.
package struct ModelState: Sendable {
    struct Entity: Sendable {
        var attributes: [AttributeSchema]
        var objects: [Int64: [Value]] = [:]
    }

    var entities: [String: Entity] = [:]
    /// The commit from which on all states are kept; nil if they are not.
    var keptFrom: Int?
    /// The commit with a mark, if there is one.
    var mark: Int?
    /// The objects that were erased, oldest first.
    var erasures: [Erasure] = []
    /// Whether objects are still to be erased: the next opening for changes goes on.
    var isErasing = false
    /// The commits that can be undone and repeated.
    var turns = ModelTurns()
    /// Whether the store remembers its backup.
    var isBackupRecorded = false
    /// Whether the store remembers its forks.
    var isForkRecorded = false
    /// Entities that show attributes which were never committed (some of them, or all), with the
    /// number of their own attributes.
    private var adopted: [String: Int] = [:]

    /// Whether the entities have a full-text search.
    private let hasSearches: Bool

    package init(hasSearches: Bool = true) { self.hasSearches = hasSearches }

    // MARK: Changes of a store and its model

    private static let attributes: [AttributeSchema] = [
        AttributeSchema(
            id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false),
        AttributeSchema(
            id: AttributeID(2), name: "code", type: .string, isNullable: true, isUnique: true),
        AttributeSchema(id: AttributeID(3), name: "text", type: .string, isNullable: false),
    ]

    mutating func define(_ name: String, in changes: Changes) throws {
        // The order keys of texts are in checkpoints.
        try changes.define(
            name, attributes: Self.attributes, id: "id", indexes: [["text"]],
            searches: hasSearches ? [.words(["text"])] : [])
        entities[name] = Entity(attributes: Self.attributes)
    }

    /// Adds an attribute, which existing objects have as null.
    mutating func widen(_ name: String, in changes: Changes) throws {
        guard var entity = entities[name] else { return }
        entity.attributes.append(
            AttributeSchema(
                id: AttributeID(9), name: "extra\(entity.attributes.count)",
                type: .scalar(.int32), isNullable: true))
        try changes.redefine(name, attributes: entity.attributes)
        entity.objects = entity.objects.mapValues { $0 + [.null] }
        entities[name] = entity
        adopted[name] = nil
    }

    /// - Parameter length: The length of the text.
    mutating func save(
        _ id: Int64, _ salt: UInt64, length: Int, in name: String, _ changes: Changes
    ) throws {
        guard var entity = entities[name] else { return }
        // Codes of different objects differ; the code of one object changes now and then.
        let trace = ErasedTraces.trace(name, id, erasures.count)
        let code: Value = salt % 3 == 0 ? .null : .string("\(trace)\(salt % 2)")
        let text = "\(trace)\(salt) \(Self.word(salt)) " + String(repeating: "x", count: length)
        var values: [Value] = [.int(id), code, .string(text)]
        for place in entity.attributes.indices.dropFirst(3) {
            values.append(.int(Int64(truncatingIfNeeded: salt % 100) + Int64(place)))
        }
        try changes.save(values, in: name)
        entity.objects[id] = values
        entities[name] = entity
        adopted[name] = nil
    }

    /// Returns the word that a text has of a few.
    private static func word(_ salt: UInt64) -> String { "word\(salt % 5)" }

    mutating func delete(_ id: Int64, from name: String, _ changes: Changes) throws {
        let wasThere = entities[name]?.objects.removeValue(forKey: id) != nil
        try requireEqual(try changes.delete(.int(id), from: name), wasThere, "deleted")
    }

    // MARK: Comparing

    /// Returns a description of the first difference between a store and the model, or nil if there
    /// is none.
    /// - Parameter isSchemaExact: False if the schema may be that of a later commit: a recovery
    ///   writes it before the commits that it copies, and relies on a sync of both.
    package func difference(
        from reader: some DatabaseReader, isSchemaExact: Bool = true
    ) throws -> String? {
        var model = self
        if !isSchemaExact { try model.adoptSchema(of: reader) }
        return try model.exactDifference(from: reader)
    }

    /// Adopts the attributes of a newer schema that this state lacks, and drops those adopted
    /// earlier from a schema that has been lost since.
    mutating func adoptSchema(of reader: some DatabaseReader) throws {
        giveUpAdopted(unlessIn: reader)
        for definition in reader.catalog.all where !definition.schema.isOwn {
            let schema = definition.schema
            var entity = entities[schema.name] ?? Entity(attributes: [])
            let added = schema.attributes.dropFirst(entity.attributes.count)
            if added.isEmpty { continue }
            adopted[schema.name] = adopted[schema.name] ?? entity.attributes.count
            entity.attributes += added
            entity.objects = entity.objects.mapValues { $0 + added.map { _ in .null } }
            entities[schema.name] = entity
        }
    }

    private mutating func giveUpAdopted(unlessIn reader: some DatabaseReader) {
        for (name, own) in adopted {
            let stored = reader.catalog[name]?.schema.attributes.count ?? 0
            guard var entity = entities[name], stored < entity.attributes.count else { continue }
            let count = max(own, stored)
            entity.attributes.removeSubrange(count...)
            entity.objects = entity.objects.mapValues { Array($0[..<count]) }
            entities[name] = count == 0 ? nil : entity
        }
    }

    private func exactDifference(from reader: some DatabaseReader) throws -> String? {
        let names = reader.catalog.all.map(\.schema).filter { !$0.isOwn }.map(\.name)
        guard names.sorted() == entities.keys.sorted() else {
            return "entities \(names) instead of \(entities.keys.sorted())"
        }
        for (name, entity) in entities {
            let attributes = try reader.schema(of: name).attributes.map(\.name)
            guard attributes == entity.attributes.map(\.name) else {
                return "attributes \(attributes) of \(name)"
            }
            if let difference = try difference(from: reader, name, entity) { return difference }
            guard hasSearches else { continue }
            let word = Self.word(UInt64(entity.objects.count))
            if let difference = try difference(from: reader, name, entity, word) {
                return difference
            }
        }
        return nil
    }

    /// Compares the objects that a full-text search finds by a word.
    private func difference(
        from reader: some DatabaseReader, _ name: String, _ entity: Entity, _ word: String
    ) throws -> String? {
        var found: Set<Int64> = []
        let search = FilterExpression.search(SearchCondition(.word(word)))
        try reader.forEach(Query(entity: name, filter: search)) { object in
            if case .int(let id) = object.id { found.insert(id) }
            return true
        }
        let expected = entity.objects.filter { _, values in
            guard case .string(let text) = values[2] else { return false }
            return text.contains(" \(word) ")
        }
        if found == Set(expected.keys) { return nil }
        return "'\(word)' finds \(found.sorted()) of \(name), not \(expected.keys.sorted())"
    }

    private func difference(
        from reader: some DatabaseReader, _ name: String, _ entity: Entity
    ) throws -> String? {
        guard try reader.count(name) == entity.objects.count else {
            return "\(try reader.count(name)) of \(entity.objects.count) objects of \(name)"
        }
        var found = 0
        var difference: String?
        try reader.forEach(in: name) { object in
            found += 1
            guard case .int(let id) = object.id, entity.objects[id] == object.values else {
                difference = "object \(object.id) of \(name) has other values"
                return false
            }
            return true
        }
        if let difference { return difference }
        guard found == entity.objects.count else { return "\(found) rows of \(name)" }
        for (id, values) in entity.objects {
            guard try reader.find(.int(id), in: name)?.values == values else {
                return "object \(id) of \(name) is not found by its id"
            }
            guard !values[1].isNull else { continue }
            guard try reader.find(values[1], by: "code", in: name)?.id == .int(id) else {
                return "object \(id) of \(name) is not found by its code"
            }
        }
        return nil
    }
}
