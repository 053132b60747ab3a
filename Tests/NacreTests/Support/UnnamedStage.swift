import NacreEngine
import NacreFormat
import NacreTestSupport

/// A store as a program wrote it while a stage of an attribute needed no name.
enum UnnamedStage {
    /// - Returns: The number of the attribute.
    static func write(to files: MemoryFileSystem) throws -> UInt32 {
        let database = try Database(at: TestStore.path, options: .creating, fileSystem: files)
        try database.performChanges { changes in
            try changes.define(
                "Sign",
                attributes: [
                    AttributeSchema(
                        id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false),
                    AttributeSchema(
                        id: AttributeID(2), name: "text", type: .string, isNullable: false,
                        pipeline: ["custom"]),
                ], id: "id")
            try changes.insert([.int(1), .string("cba")], into: "Sign")
        }
        try database.close()
        return try attribute(in: files).id
    }

    static func attribute(in files: MemoryFileSystem) throws -> (id: UInt32, stages: [String]) {
        let database = try Database(at: TestStore.path, options: .readOnly, fileSystem: files)
        let schema = try database.snapshot().catalog["Sign"]?.schema
        try database.close()
        return (schema?.attributes[1].id.rawValue ?? 0, schema?.attributes[1].pipeline ?? [])
    }
}
