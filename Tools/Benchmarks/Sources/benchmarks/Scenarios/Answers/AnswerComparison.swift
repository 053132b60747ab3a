/// The answers of the peers to one row, which must be equal.
struct AnswerComparison {
    let row: String
    private var first: (peer: String, digest: String)?

    init(row: String) { self.row = row }

    /// The digest that all peers share.
    var digest: String? { first?.digest }

    /// - Throws: `RunFailure` if the first peer's answer was another one.
    mutating func add(_ digest: String, of peer: PeerName) throws {
        try add(digest, of: peer.title)
    }

    /// - Parameter peer: The name of the peer.
    /// - Throws: `RunFailure` if the first peer's answer was another one.
    mutating func add(_ digest: String, of peer: String) throws {
        guard let first else {
            first = (peer, digest)
            return
        }
        guard digest == first.digest else {
            throw RunFailure(
                what: """
                    \(row): \(first.peer) and \(peer) answer differently \
                    (\(first.digest) and \(digest)).
                    """)
        }
    }
}
