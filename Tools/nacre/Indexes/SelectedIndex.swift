internal import NacreEngine
internal import NacreFormat

/// The index that a command line names, whether or not its entity has it.
struct SelectedIndex {
    private let schema: StoredSchema
    private let index: NamedIndex

    /// - Throws: An error if the entity or one of the attributes does not exist.
    init(_ arguments: IndexArguments, in snapshot: DatabaseSnapshot) throws {
        schema = try snapshot.schema(of: arguments.entity)
        index = NamedIndex(arguments.attributes, isUnique: arguments.unique)
        for name in index.attributes where schema.ordinal(of: name) == nil {
            throw StoreError.noAttribute(name, in: schema)
        }
    }

    /// The index's name in messages.
    var text: String {
        let kind = index.isUnique ? "unique index" : "index"
        return "the \(kind) of \(schema.name) over \(index.attributes.joined(separator: ", "))"
    }

    /// The declaration of the index in Swift.
    var declaration: String {
        if index.attributes.count == 1 {
            return index.isUnique ? "@Attribute(.unique)" : "@Attribute(.indexed)"
        }
        let paths = index.attributes.map { "\\.\($0)" }.joined(separator: ", ")
        return "\(index.isUnique ? "#Unique" : "#Index")<\(schema.name)>([\(paths)])"
    }

    var isThere: Bool {
        if isOfID { return true }
        return uniqueAttribute?.isUnique ?? schema.namedIndexes.contains(index)
    }

    /// Whether this is the index of the id, which every entity has.
    var isOfID: Bool { index.attributes == [schema.idAttribute.name] }

    /// The attribute of a unique index over one attribute. Its schema states the uniqueness, so no
    /// named index does.
    private var uniqueAttribute: AttributeSchema? {
        guard index.isUnique, index.attributes.count == 1 else { return nil }
        return schema.attributes.first { $0.name == index.attributes[0] }
    }

    /// Adds the index.
    /// - Parameter progress: Receives from time to time the number of objects read.
    func add(
        to changes: Changes, progress: (_ objects: Int) throws -> Void
    ) throws {
        let indexes = uniqueAttribute == nil ? schema.namedIndexes + [index] : nil
        try changes.redefine(
            schema.name, attributes: attributes(unique: true), indexes: indexes,
            progress: progress)
    }

    func drop(from changes: Changes) throws {
        let indexes = uniqueAttribute == nil ? schema.namedIndexes.filter { $0 != index } : nil
        try changes.redefine(schema.name, attributes: attributes(unique: false), indexes: indexes)
    }

    private func attributes(unique: Bool) -> [AttributeSchema] {
        schema.attributes.map { attribute in
            attribute === uniqueAttribute ? attribute.with(isUnique: unique) : attribute
        }
    }
}
