package import NacreEngine
internal import NacreFormat

/// Brings the objects of a file into one entity of a store, which it makes from what it finds in
/// the file if there is none. The file is read twice then: first to find the schema, then to write.
package struct Importer {
    /// What the user says about an import.
    package struct Options: Sendable {
        package var entity: String
        /// The attribute that identifies an object; nil for the stored one, or for ids made here.
        package var id: String?
        /// Nil to guess.
        package var format: ImportFormat?
        /// Of CSV; nil to guess.
        package var delimiter: CSVDelimiter?
        /// Kept with each commit.
        package var author = ""
        package var objectsPerCommit = CommitLoop.defaultStepsPerCommit

        package init(entity: String, id: String? = nil) {
            self.entity = entity
            self.id = id
        }
    }

    /// Told now and then what is being done, how many objects and bytes of the file are done, and
    /// how many bytes it has.
    package typealias Progress = (Stage, _ objects: Int, _ bytes: Int, _ size: Int) -> Void

    package enum Stage: Sendable { case reading, writing }

    private let file: ImportFile
    private let format: ImportFormat
    private let options: Options
    private let progress: Progress
    private var inferred: Inferred?
    /// What was done with numbers so that they keep their digits, each with its place. No errors.
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
    /// Finds the schema, for an entity that is not there yet. `run` does it if this was not called.
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
    /// - Parameter isAllOrNothing: whether the caller removes the store if this throws.
    /// - Returns: how many objects were written.
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

    private func checkID(of schema: EntitySchema) throws(ImportError) {
        guard let id = options.id, id != schema.idAttribute.name else { return }
        throw ImportError(
            file: file.name,
            message: "Objects of '\(schema.name)' are identified by '\(schema.idAttribute.name)', "
                + "not by '\(id)'. Leave --id out, or import into another entity.")
    }

    private mutating func write(by loop: CommitLoop) throws -> ChangeTally {
        var reader = try reader()
        var converter: ObjectConverter?
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

    /// Made inside of the first change, as is the entity: an error there leaves no empty one.
    private func converter(
        _ changes: Changes, _ reader: any ObjectReader
    ) throws -> ObjectConverter {
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
            return try changes.save(values, in: options.entity)
        } catch let error as StoreError where error.concernsOneObject {
            throw reader.error(error.message)
        }
    }
}
