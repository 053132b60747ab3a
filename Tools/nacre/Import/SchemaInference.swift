package import NacreExchangeCore
package import NacreFormat

/// Infers the schema of a file's objects from all of them: the attributes in the order of their
/// first occurrence, each with the narrowest type that holds its values.
package struct SchemaInference {
    /// The name of the id attribute if the file has none and the store makes the ids.
    package static let madeID = "_id"

    /// The number of objects seen.
    package private(set) var objectCount = 0
    private let idName: String?
    private var index = NameIndex()
    private var columns: [Column] = []

    private struct Column {
        var kinds = ColumnKinds()
        /// The number of objects in which the attribute has a value.
        var valueCount = 0
        /// The number of the last object that has the attribute, from 1.
        var lastObject = 0
    }

    /// - Parameter idName: The attribute that identifies an object, or nil to have ids made.
    package init(idName: String?) { self.idName = idName }

    /// Adds the last object that the reader returned.
    package mutating func add(
        _ members: [JSONMember], from reader: any ObjectReader
    ) throws(ImportError) {
        objectCount += 1
        index.restart()
        for member in members {
            let known = index.ordinal(of: member.name)
            let ordinal = if let known { known } else { try append(member.name, reader) }
            guard columns[ordinal].lastObject < objectCount else {
                throw reader.error(
                    "The attribute '\(member.name)' occurs twice, in two spellings that Unicode "
                        + "considers equal. Rename one.")
            }
            columns[ordinal].lastObject = objectCount
            if reader.isUntyped, case .string(let text) = member.value {
                columns[ordinal].kinds.add(text: text, line: reader.lineNumber)
            } else {
                columns[ordinal].kinds.add(member.value, line: reader.lineNumber)
            }
            if !member.value.isNull { columns[ordinal].valueCount += 1 }
        }
        try checkID(members, reader)
    }

    private mutating func append(
        _ name: String, _ reader: any ObjectReader
    ) throws(ImportError) -> Int {
        guard (1...Format.nameSizeMax).contains(name.utf8.count) else {
            throw reader.error(
                "An attribute's name has \(name.utf8.count) bytes; it must have 1 to "
                    + "\(Format.nameSizeMax). Rename it.")
        }
        // One attribute is kept for an id that the store makes.
        let limit = idName == nil ? Format.attributesMax - 1 : Format.attributesMax
        guard columns.count < limit else {
            throw reader.error(
                "The objects up to here have more than \(ByteCount.grouped(limit)) attributes. "
                    + "Put those whose names vary into a nested object.")
        }
        if idName == nil, name == Self.madeID {
            throw reader.error(
                "The objects have an attribute '\(name)' themselves. If it identifies them, add "
                    + "--id \(name). If not, rename it, or name another attribute with --id.")
        }
        columns.append(Column())
        return index.append(name)
    }

    private mutating func checkID(
        _ members: [JSONMember], _ reader: any ObjectReader
    ) throws(ImportError) {
        guard let idName else { return }
        index.restart()
        guard let ordinal = index.ordinal(of: idName), columns[ordinal].lastObject == objectCount
        else {
            throw reader.error(
                "This object has no '\(idName)', which was named as the id. It has: "
                    + "\(NameList.text(members.map(\.name))).")
        }
        // If every object so far had a value, this one has one too.
        guard columns[ordinal].valueCount == objectCount else {
            throw reader.error("The id '\(idName)' is null. Every object needs one.")
        }
    }

    /// Returns the reasons why attributes of numbers are not stored as the user might expect.
    /// - Parameter reader: The reader of the objects.
    package func notes(from reader: any ObjectReader) -> [ImportError] {
        zip(index.names, columns).compactMap { name, column in
            let type = column.kinds.storedType(isUntyped: reader.isUntyped)
            return column.kinds.note(name: name, type: type).map { note in
                ImportError(file: reader.fileName, line: note.line, message: note.text)
            }
        }
    }

    /// Returns the attributes, including the id, numbered from 1.
    /// - Parameter reader: The reader of the objects.
    package func attributes(
        from reader: any ObjectReader
    ) throws(ImportError) -> [AttributeSchema] {
        var found = zip(index.names, columns).map { name, column in
            (name, column.kinds.storedType(isUntyped: reader.isUntyped), column)
        }
        if let idName, let id = found.first(where: { $0.0 == idName }), id.1 == .json {
            throw ImportError(
                file: reader.fileName,
                message: "'\(idName)' cannot be the id: its values are of mixed kinds, nested, or "
                    + "out of range. Name another attribute, or leave --id out to have ids made.")
        }
        if idName == nil {
            let column = Column(valueCount: objectCount)
            found.insert((Self.madeID, .scalar(.objectID), column), at: 0)
        }
        return found.enumerated().map { ordinal, attribute in
            AttributeSchema(
                id: AttributeID(UInt32(truncatingIfNeeded: ordinal + 1)), name: attribute.0,
                type: attribute.1, isNullable: attribute.2.valueCount < objectCount)
        }
    }
}
