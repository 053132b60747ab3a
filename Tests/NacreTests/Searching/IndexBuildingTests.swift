import Nacre
import NacreEngine
import NacreTestSupport
import Synchronization
import Testing

/// Waiting for indexes.
@Suite struct IndexBuildingTests {
    private func files(_ count: Int) throws -> TypedStore {
        let files = TypedStore()
        let store = try files.open(SearchedAuthor.self)
        try store.performChanges { changes in
            for id in 0..<count {
                try changes.insert(SearchedAuthor(id: "\(id)", name: "Author number \(id)"))
            }
        }
        try store.close()
        return files
    }

    @Test func `indexes are there after waiting for them, also in a store for reading`() throws {
        let files = try files(3000)
        for options in [Store.Options(), .readOnly] {
            let store = try files.open(SearchedAuthor.self, options: options)
            var shares: [Double] = []
            try store.buildIndexes { shares.append($0) }
            #expect(shares.last == 1)
            #expect(shares == shares.sorted() && shares.allSatisfy { (0...1).contains($0) })
            #expect(try store.statistics.searches.allSatisfy { $0.isIndexed && $0.objects == 3000 })
            #expect(try store.explainSearch(SearchedAuthor.all, "author").isIndexed)
            try store.buildIndexes()
            try store.close()
            #expect(storeError { try store.buildIndexes() }?.code == .closed)
        }
    }

    @Test func `a cancelled task ends the work, and a nested call is an error`() async throws {
        let store = try files(3000).open(SearchedAuthor.self)
        let task = Task { () -> StoreError? in
            while !Task.isCancelled { await Task.yield() }
            return storeError { try store.buildIndexes() }
        }
        task.cancel()
        #expect(await task.value?.code == .cancelled)
        var nested: StoreError?
        try store.buildIndexes { _ in nested = storeError { try store.buildIndexes() } }
        #expect(nested?.code == .nestedChanges)
        try await store.performChanges { _ in
            #expect(storeError { try store.buildIndexes() }?.code == .nestedChanges)
        }
        try store.close()
    }
}
