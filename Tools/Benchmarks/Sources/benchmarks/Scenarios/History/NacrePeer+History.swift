import Nacre

extension NacrePeer: HistoryPeer {
    func keepHistory() throws { try store.setHistory(.forever) }

    func growKept(ids: [Int64], inCommitsOf size: Int) throws {
        try grow(ids: ids, inTransactionsOf: size)
    }

    func newestCommit() throws -> Int { Int(try store.snapshot().commitNumber) }

    func state(after commit: Int) throws -> any FormerState {
        NacreFormerState(snapshot: try store.snapshot(at: .commit(UInt64(commit))))
    }

    func revisions(of id: Int64) throws -> [CityRevision] {
        let newest = try newestCommit()
        let revisions = try store.history(of: City.self, id)
        return try revisions.indices.map { place in
            let revision = revisions[place]
            let isOldest = place == revisions.count - 1
            return CityRevision(
                age: isOldest ? nil : newest - Int(revision.commit), city: try revision.value)
        }
    }

    func compact() throws { try store.compact() }
}
