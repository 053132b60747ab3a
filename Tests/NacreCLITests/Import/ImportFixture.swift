import Foundation
import NacreCLI
import NacreEngine
import NacreExchangeCore
import NacreFormat

/// A store in memory, with helpers for tests of import, dump and load.
struct ImportFixture {
    let database: Database

    init() throws {
        database = try Database(
            at: "test.nacre", options: .creating, fileSystem: MemoryFileSystem())
    }

    /// Imports a text as a file.
    @discardableResult
    func importText(
        _ text: String, into entity: String = "Thing", id: String? = nil,
        format: ImportFormat? = nil, objectsPerCommit: Int = 10_000
    ) throws -> ChangeTally {
        try withTemporaryFile(text.utf8) { path in
            var options = Importer.Options(entity: entity, id: id)
            options.format = format
            options.objectsPerCommit = objectsPerCommit
            var importer = try Importer(ImportFile(path: path), options: options)
            return try importer.run(into: database)
        }
    }

    /// Returns the message of the error that an import ends with, without the file's name.
    func importError(
        _ text: String, into entity: String = "Thing", id: String? = nil,
        format: ImportFormat? = nil, objectsPerCommit: Int = 10_000
    ) -> String? {
        do {
            try importText(
                text, into: entity, id: id, format: format, objectsPerCommit: objectsPerCommit)
            return nil
        } catch let error as ImportError {
            return (error.line.map { "\($0): " } ?? "") + error.message
        } catch {
            return "\(error)"
        }
    }

    /// Returns the attributes as "name: type", with "?" after those that may be null.
    func attributes(_ entity: String = "Thing") throws -> [String] {
        try schema(entity).attributes.map {
            "\($0.name): \($0.type.name)\($0.isNullable ? "?" : "")"
        }
    }

    func schema(_ entity: String = "Thing") throws -> StoredSchema {
        guard let definition = try database.snapshot().catalog[entity] else {
            throw ImportError(file: "test", message: "There is no entity '\(entity)'.")
        }
        return definition.schema
    }

    func dump(_ entity: String? = nil) throws -> String {
        var bytes: [UInt8] = []
        try Dumper(database.snapshot(), entity: entity, write: { bytes += $0 }).run()
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the objects as JSON texts, in the order of the dump.
    func objects(_ entity: String = "Thing") throws -> [String] {
        let start = "{\"entity\":\"\(entity)\",\"object\":"
        return try dump(entity).split(separator: "\n").filter { $0.hasPrefix(start) }
            .map { String($0.dropFirst(start.count).dropLast()) }
    }

    @discardableResult
    func load(_ text: String, stepsPerCommit: Int = 10_000) throws -> ChangeTally {
        try withTemporaryFile(text.utf8) { path in
            let loop = CommitLoop(database, stepsPerCommit: stepsPerCommit)
            var loader = Loader(try ByteSource(path: path))
            return try loader.run(into: loop)
        }
    }

    func loadError(_ text: String, stepsPerCommit: Int = 10_000) -> String? {
        do {
            try load(text, stepsPerCommit: stepsPerCommit)
            return nil
        } catch let error as ImportError {
            return (error.line.map { "\($0): " } ?? "") + error.message
        } catch {
            return "\(error)"
        }
    }
}
