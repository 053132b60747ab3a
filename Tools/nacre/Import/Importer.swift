package import NacreEngine
package import NacreExchangeCore
internal import NacreFormat

/// Brings the objects of a file into one entity of a store. If the entity does not exist, the
/// importer makes it from the contents of the file, which is then read twice: first to infer the
/// schema, then to write.
package struct Importer {
    /// The user's settings for an import.
    package struct Options: Sendable {
        package var entity: String
        /// The attribute that identifies an object, or nil for the stored id or for ids made here.
        package var id: String?
        /// The file's format, or nil to guess it.
        package var format: ImportFormat?
        /// The delimiter of a CSV file, or nil to guess it.
        package var delimiter: CSVDelimiter?
        /// The author, stored with each commit.
        package var author = ""
        package var objectsPerCommit = CommitLoop.defaultStepsPerCommit

        package init(entity: String, id: String? = nil) {
            self.entity = entity
            self.id = id
        }
    }

    /// Receives from time to time the current stage, the numbers of processed objects and bytes,
    /// and the size of the file in bytes.
    package typealias Progress = (Stage, _ objects: Int, _ bytes: Int, _ size: Int) -> Void

    package enum Stage: Sendable { case reading, writing }

    private let file: ImportFile
    private let format: ImportFormat
    private let options: Options
    private let progress: Progress
    private var inferred: Inferred?
    /// Notes, with their places, on how numbers keep their digits. They are not errors.
    package private(set) var notes: [ImportError] = []

    private struct Inferred {
        let attributes: [AttributeSchema]
        let id: String
    }

    package init(
        _ file: ImportFile, options: Options, progress: @escaping Progress = { _, _, _, _ in }
    ) throws(ImportError) {
        self.file = file
        self.options = options
        self.progress = progress
        format = if let format = options.format { format } else { try ImportFormat.guess(file) }
    }

    private func reader() throws(ImportError) -> any ObjectReader {
        let source = try file.open()
        return switch format {
        case .jsonl: JSONLinesReader(source)
        case .csv: try CSVObjectReader(source, delimiter: options.delimiter)
        }
    }

    private func report(_ stage: Stage, _ objects: Int, _ reader: any ObjectReader) {
        guard objects.isMultiple(of: 64) else { return }
        progress(stage, objects, reader.bytesConsumed, reader.fileSize ?? 0)
    }
}

/// The first pass.
extension Importer {
    /// Infers the schema for an entity that does not exist yet. `run` does it if the caller has
    /// not.
    package mutating func inferSchema() throws(ImportError) {
        var reader = try reader()
        var inference = SchemaInference(idName: options.id)
        while let members = try reader.next() {
            try inference.add(members, from: reader)
            report(.reading, inference.objectCount, reader)
        }
        notes = inference.notes(from: reader)
        inferred = Inferred(
            attributes: try inference.attributes(from: reader),
            id: options.id ?? SchemaInference.madeID)
    }
}

/// The second pass.
extension Importer {
    /// - Parameter isAllOrNothing: Whether the caller removes the store if this throws.
    /// - Returns: The number of objects written.
    package mutating func run(
        into database: Database, isAllOrNothing: Bool = false
    ) throws -> ChangeTally {
        if let stored = try database.snapshot().catalog[options.entity]?.schema {
            try checkID(of: stored)
        } else if inferred == nil {
            try inferSchema()
        }
        let loop = CommitLoop(
            database, author: options.author, stepsPerCommit: options.objectsPerCommit,
            isAllOrNothing: isAllOrNothing)
        return try write(by: loop)
    }

    private func checkID(of schema: StoredSchema) throws(ImportError) {
        guard let id = options.id, id != schema.idAttribute.name else { return }
        throw ImportError(
            file: file.name,
            message: "Objects of '\(schema.name)' are identified by '\(schema.idAttribute.name)', "
                + "not by '\(id)'. Leave --id out, or import into another entity.")
    }

    private mutating func write(by loop: CommitLoop) throws -> ChangeTally {
        var reader = try reader()
        var converter: ObjectConverter<ImportError>?
        var tally = ChangeTally()
        var committed = ChangeTally()
        do {
            try loop.run { changes in
                guard let members = try reader.next() else { return false }
                if converter == nil { converter = try self.converter(changes, reader) }
                guard let values = try converter?.values(of: members, error: reader.error)
                else { return false }
                tally.add(isNew: try save(values, in: changes, reader))
                report(.writing, tally.count, reader)
                return true
            } committed: {
                committed = tally
            }
        } catch let error as ImportError {
            throw error.afterCommit(of: committed.count)
        } catch let error as StoreError {
            throw error.afterCommit(of: committed.count)
        }
        notes += converter?.notes ?? []
        return tally
    }

    /// Returns the converter. It is made within the first change, as is the entity, so an error
    /// there leaves no empty entity.
    private func converter(
        _ changes: Changes, _ reader: any ObjectReader
    ) throws -> ObjectConverter<ImportError> {
        var schema = changes.catalog[options.entity]?.schema
        if schema == nil, let inferred {
            schema = try changes.define(
                options.entity, attributes: inferred.attributes, id: inferred.id)
        }
        guard let schema else { throw reader.error("The entity was deleted meanwhile.") }
        return ObjectConverter(schema, isUntyped: reader.isUntyped, makesIDs: true)
    }

    private func save(
        _ values: [Value], in changes: Changes, _ reader: any ObjectReader
    ) throws -> Bool {
        do {
            return try changes.comparingAtOnce {
                try changes.save(values, in: options.entity)
            }
        } catch let error as StoreError where error.concernsOneObject {
            throw reader.error(error.message)
        }
    }
}
