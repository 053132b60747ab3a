internal import Foundation
internal import NacreEngine
internal import NacreFormat

/// A store for measuring commits, on the disk of another store. Its creation is never finished, so
/// nothing takes it for a store, and it is removed at the end.
struct ScratchStore {
    private let making: NewStore
    private let database: Database
    private let entity: String

    /// - Parameter path: The path of the other store.
    init(beside path: String, _ schema: StoredSchema) throws {
        let url = URL(filePath: path, directoryHint: .isDirectory)
        let name = ".\(url.lastPathComponent).bench-\(UUID().uuidString)"
        let path = url.deletingLastPathComponent().appending(path: name)
            .path(percentEncoded: false)
        entity = schema.name
        let making = try Interruption.making {
            try NewStore(at: path)
        } cleanup: {
            $0.discard()
        }
        self.making = making
        do { database = try StoreAccess.write(path, making: making) } catch {
            making.discard()
            throw error
        }
        do {
            try database.performChanges { changes in
                // The referenced objects are not in this store, so no delete rule may look for
                // them.
                try changes.define(
                    schema.name,
                    attributes: schema.attributes.map { $0.with(deleteRule: .noAction) },
                    id: schema.idAttribute.name, lastAttribute: schema.lastAttribute,
                    indexes: schema.namedIndexes)
            }
        } catch {
            remove()
            throw error
        }
    }

    /// Makes one durable commit.
    func save(_ objects: [StoredObject]) throws {
        try database.performChanges { changes in
            for object in objects { try changes.save(object.values, in: entity) }
        }
    }

    /// Removes the store from the disk.
    func remove() {
        making.discard()
        try? database.close()
    }
}
