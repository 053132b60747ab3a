package import NacreFormat

/// A consumer of commits whose place is kept in the store.
package struct StoredConsumer: Sendable {
    package let name: String
    /// The last commit that it has consumed.
    package let commit: CommitNumber
    package let digest: CommitDigest
    /// Maximum history that is kept for the consumer. It is `none` after the consumer was dropped.
    package let limit: HistoryPolicy

    /// Whether the commits after its place are kept for it.
    package var isKept: Bool { limit.isKept }

    /// - Returns: nil for an object that no program of ours has written.
    init?(_ object: StoredObject) {
        let values = object.values
        guard values.count == 7, case .string(let name) = values[0],
            case .int(let commit) = values[1], case .int(let digest) = values[2]
        else { return nil }
        self.name = name
        self.commit = CommitNumber(UInt64(clamping: commit))
        self.digest = CommitDigest(UInt64(bitPattern: digest))
        limit = HistoryPolicy(stored: values[3...6])
    }
}

extension HistoryPolicy {
    /// Decodes a policy from four values.
    init(stored values: ArraySlice<Value>) {
        let start = values.startIndex
        self.init(isKept: values[start] == .bool(true))
        if case .double(let seconds) = values[start + 1], seconds >= 0 { self.seconds = seconds }
        if case .int(let commits) = values[start + 2] { self.commits = UInt64(clamping: commits) }
        if case .int(let bytes) = values[start + 3] { self.bytes = UInt64(clamping: bytes) }
    }

    /// The values that ``init(stored:)`` decodes.
    var stored: [Value] {
        [
            .bool(isKept), seconds.map { .double($0) } ?? .null,
            commits.map { .int(Int64(clamping: $0)) } ?? .null,
            bytes.map { .int(Int64(clamping: $0)) } ?? .null,
        ]
    }
}

extension Changes {
    /// Registers a consumer of commits, or sets its place and limit.
    /// - Parameter name: The name, 1 to 255 bytes.
    /// - Throws: `invalidValue`.
    func setConsumer(
        _ name: String, at commit: CommitNumber, _ digest: CommitDigest, limit: HistoryPolicy
    ) throws {
        guard (1...Format.nameSizeMax).contains(name.utf8.count) else {
            throw StoreError(
                .invalidValue, "The name of a consumer has 1 to \(Format.nameSizeMax) bytes.")
        }
        try defineHistory()
        if catalog[Format.consumersEntity] == nil {
            try define(
                Format.consumersEntity,
                attributes: [
                    Self.attribute(1, "name", .string),
                    Self.attribute(2, "commit", .scalar(.int64)),
                    Self.attribute(3, "digest", .scalar(.int64)),
                    Self.attribute(4, "isKept", .scalar(.bool)),
                    Self.attribute(5, "seconds", .scalar(.double), isNullable: true),
                    Self.attribute(6, "commits", .scalar(.int64), isNullable: true),
                    Self.attribute(7, "bytes", .scalar(.int64), isNullable: true),
                ], id: "name")
        }
        let place: [Value] = [
            .string(name), .int(Int64(clamping: commit.rawValue)),
            .int(Int64(bitPattern: digest.rawValue)),
        ]
        _ = try save(place + limit.stored, in: Format.consumersEntity)
    }

    /// Moves the place of a consumer forward. A place before the present one changes nothing.
    /// - Throws: `noSuchObject` if there is no such consumer, `historyGone` if it was dropped.
    func advanceConsumer(
        _ name: String, to commit: CommitNumber, _ digest: CommitDigest
    ) throws {
        let consumer = try consumer(name)
        guard consumer.isKept else { throw StoreError.dropped(consumer) }
        if commit <= consumer.commit { return }
        try setConsumer(name, at: commit, digest, limit: consumer.limit)
    }

    /// Ends the hold of a consumer on the history, but remembers that it was there.
    func dropConsumer(_ name: String) throws {
        let consumer = try consumer(name)
        try setConsumer(name, at: consumer.commit, consumer.digest, limit: .none)
    }

    /// Removes a consumer.
    /// - Throws: `noSuchObject`.
    package func removeConsumer(_ name: String) throws {
        _ = try consumer(name)
        _ = try delete(.string(name), from: Format.consumersEntity)
    }

    private func consumer(_ name: String) throws -> StoredConsumer {
        guard let found = try HistorySettings(self).consumers.first(where: { $0.name == name })
        else { throw StoreError(.noSuchObject, "There is no consumer '\(name)'.") }
        return found
    }
}

extension StoreError {
    /// The error of a consumer that has fallen behind its limit.
    package static func dropped(_ consumer: StoredConsumer) -> StoreError {
        StoreError(
            .historyGone,
            "The consumer '\(consumer.name)' was dropped at commit \(consumer.commit): it had"
                + " fallen behind by more than its limit, or it was registered in the store that"
                + " this one is a fork of. Remove it, take a snapshot, and register it again from"
                + " there.")
    }
}
