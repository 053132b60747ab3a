package import NacreFormat

/// A copy of a store that was made through the open store, as the store remembers it. It may hold
/// objects that were erased since.
public struct StoreCopy: Sendable, Hashable {
    /// The kind of a copy.
    public enum Kind: String, Sendable {
        /// Made by a backup.
        case backup
        /// Made as another store, to be written to.
        case fork
    }

    /// The absolute path at which the copy was made.
    public let path: String
    /// The way in which the copy was made.
    public let kind: Kind
    /// The newest commit in the copy when it was made. Later backups to the same place are not
    /// recorded.
    public let commit: UInt64
    /// The time at which the copy was made, in microseconds since 1970.
    package let time: Int64
    /// Whether nothing is at the path any more.
    public internal(set) var isMissing = false

    package init(path: String, kind: Kind, commit: CommitNumber, time: Int64) {
        self.path = path
        self.kind = kind
        self.commit = commit.rawValue
        self.time = time
    }

    /// - Returns: nil for an object that no program of ours has written.
    init?(_ object: StoredObject) {
        let values = object.values
        guard values.count == 4, case .string(let path) = values[0],
            case .string(let name) = values[1], let kind = Kind(rawValue: name),
            case .int(let commit) = values[2], case .int(let time) = values[3]
        else { return nil }
        self.init(
            path: path, kind: kind, commit: CommitNumber(UInt64(clamping: commit)), time: time)
    }

    fileprivate var values: [Value] {
        [
            .string(path), .string(kind.rawValue), .int(Int64(clamping: commit)), .int(time),
        ]
    }

    /// Returns the copies that a store remembers, by path.
    static func all(in source: some RecordSource & DatabaseReader) throws -> [StoreCopy] {
        guard source.catalog[Format.copiesEntity] != nil else { return [] }
        var copies: [StoreCopy] = []
        try source.forEach(in: Format.copiesEntity) { object in
            if let copy = StoreCopy(object) { copies.append(copy) }
            return true
        }
        return copies.sorted { $0.path < $1.path }
    }
}

extension Changes {
    /// Remembers a copy of the store.
    func note(_ copy: StoreCopy) throws {
        if catalog[Format.copiesEntity] == nil {
            try define(
                Format.copiesEntity,
                attributes: [
                    Self.attribute(1, "path", .string), Self.attribute(2, "kind", .string),
                    Self.attribute(3, "commit", .scalar(.int64)),
                    Self.attribute(4, "time", .scalar(.int64)),
                ], id: "path")
        }
        _ = try save(copy.values, in: Format.copiesEntity)
    }

    /// Forgets a copy of the store.
    /// - Parameter path: The path as it was recorded.
    /// - Throws: `noSuchObject`.
    package func forgetCopy(at path: String) throws {
        guard catalog[Format.copiesEntity] != nil,
            try delete(.string(path), from: Format.copiesEntity)
        else { throw StoreError(.noSuchObject, "The store remembers no copy at '\(path)'.") }
    }
}
