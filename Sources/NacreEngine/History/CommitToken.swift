internal import NacreFormat

/// A place between two commits of one store. A consumer of commits keeps it, to continue from there
/// after its process has ended. Its text is short and stays valid as long as the store exists.
///
/// ```swift
/// UserDefaults.standard.set(commit.token.description, forKey: "synced")
/// ```
public struct CommitToken: Sendable, Hashable {
    let store: StoreID
    let commit: CommitNumber
    /// Distinguishes this history from another one with as many commits, for example that of a
    /// store restored from a backup that continued from there.
    let digest: CommitDigest

    /// The place before the first commit of any store. Commits since then are all that a store ever
    /// had, if compaction has joined none of them.
    public static let beginning = CommitToken(
        store: StoreID(high: 0, low: 0), commit: CommitNumber(0), digest: .none)

    /// Returns the token as one of a store, if it is the beginning of any.
    func ofStore(_ store: StoreID) -> CommitToken {
        self == .beginning ? CommitToken(store: store, commit: commit, digest: digest) : self
    }

    /// The number of the newest commit before the place; 0 before the first.
    public var commitNumber: UInt64 { commit.rawValue }
}

extension CommitToken: LosslessStringConvertible {
    /// The store's id, the commit number and the digest.
    public var description: String { "\(store)-\(commit.rawValue)-\(digest.rawValue.hex)" }

    /// Parses a description.
    /// - Parameter description: The text from ``description``.
    public init?(_ description: String) {
        let parts = description.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 32, parts[2].count == 16,
            let high = UInt64(parts[0].prefix(16), radix: 16),
            let low = UInt64(parts[0].suffix(16), radix: 16),
            let commit = UInt64(parts[1]), let digest = UInt64(parts[2], radix: 16)
        else { return nil }
        self.init(
            store: StoreID(high: high, low: low), commit: CommitNumber(commit),
            digest: CommitDigest(digest))
    }
}

extension CommitToken: Codable {
    /// Reads the ``description``.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let token = CommitToken(text) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "'\(text)' is not a token."))
        }
        self = token
    }

    /// Writes the ``description``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
