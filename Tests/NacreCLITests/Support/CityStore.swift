import Foundation
import NacreEngine
import NacreFormat
import Testing

/// A small store on disk, the same each time, made through the engine.
enum CityStore {
    static let cities: [[Value]] = [
        [.int(1), .string("Tokyo"), .int(37_400_000), .bool(true), .null],
        [.int(2), .string("Bern"), .int(134_000), .bool(true), .string("")],
        [.int(3), .string("S\u{e3}o Paulo"), .int(22_400_000), .bool(false), .string("a, \"b\"")],
        [.int(4), .string("\u{6771}\u{4eac}"), .null, .bool(false), .string("x\ny")],
    ]

    /// Calls `body` with the path of a store that was closed.
    static func with<Result>(
        _ body: (String) throws -> Result
    ) throws -> Result {
        try TemporaryFolder.with { folder in
            let path = "\(folder)/atlas.nacre"
            try make(at: path).close()
            return try body(path)
        }
    }

    /// Does the same as ``with(_:)``, with a checkpoint of a fourth commit: as many towns as there
    /// are cities.
    static func withCheckpoint<Result>(
        _ body: (String) throws -> Result
    ) throws -> Result {
        try TemporaryFolder.with { folder in
            let path = "\(folder)/atlas.nacre"
            let database = try make(at: path)
            try database.performChanges { changes in
                _ = try changes.define("Town", attributes: attributes, id: "id")
                for (index, city) in cities.enumerated() {
                    try changes.insert([.int(Int64(50 - index))] + city.dropFirst(), into: "Town")
                }
            }
            try database.checkpoint()
            try database.close()
            return try body(path)
        }
    }

    static let checkpoint = "00000001.ckp"

    /// Makes three commits: the schema, two cities, two more.
    static func make(at path: String) throws -> Database {
        let database = try Database(at: path, options: .creating)
        try database.performChanges { changes in
            _ = try changes.define("City", attributes: attributes, id: "id")
        }
        for pair in [cities[0...1], cities[2...3]] {
            try database.performChanges { changes in
                for city in pair { try changes.insert(city, into: "City") }
            }
        }
        return database
    }

    private static var attributes: [AttributeSchema] {
        let types: [(String, StoredType)] = [
            ("id", .scalar(.int64)), ("name", .string), ("population", .scalar(.int64)),
            ("capital", .scalar(.bool)), ("note", .string),
        ]
        return types.enumerated().map { ordinal, attribute in
            AttributeSchema(
                id: AttributeID(UInt32(ordinal + 1)), name: attribute.0, type: attribute.1,
                isNullable: ["population", "note"].contains(attribute.0))
        }
    }

    // MARK: Damage

    static let segment = "00000001.seg"

    /// Changes one bit of the byte at which a text begins in a file.
    /// - Returns: The byte's offset.
    @discardableResult
    static func flipByte(of text: String, in file: String) throws -> Int {
        var bytes = try Data(contentsOf: URL(filePath: file))
        let range = try #require(bytes.firstRange(of: Data(text.utf8)))
        bytes[range.lowerBound] ^= 1
        try bytes.write(to: URL(filePath: file))
        return range.lowerBound
    }

    static func replace(_ text: String, by other: String, in file: String) throws {
        let content = String(
            decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
        try Data(content.replacing(text, with: other).utf8).write(to: URL(filePath: file))
    }

    /// Changes the bytes of a file.
    static func change(_ file: String, _ change: (inout [UInt8]) throws -> Void) throws {
        var bytes = Array(try Data(contentsOf: URL(filePath: file)))
        try change(&bytes)
        try Data(bytes).write(to: URL(filePath: file))
    }

    /// Returns the names and bytes of all files of a store.
    static func files(_ path: String) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            files[name] = try Data(contentsOf: URL(filePath: "\(path)/\(name)"))
        }
        return files
    }
}
