import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// A search that finds nothing proves nothing.
@Suite struct ErasedTracesTests {
    @Test func `traces are found in records and in the order keys of checkpoints`() throws {
        let store = try TestStore()
        try store.database.performChanges { changes in
            try changes.define(
                "A",
                attributes: [
                    AttributeSchema(
                        id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false),
                    AttributeSchema(
                        id: AttributeID(2), name: "text", type: .string, isNullable: false),
                ], id: "id", indexes: [["text"]])
            let text = ErasedTraces.trace("A", 7, 1)
            _ = try changes.save([.int(7), .string(text)], in: "A")
        }
        _ = try store.database.checkpoint()
        func files(_ ids: [Int64], isErasing: Bool = false) -> [String] {
            let traces = ErasedTraces(
                ids.enumerated().map { Erasure(entity: "A", id: $1, commit: $0) },
                isErasing: isErasing)
            return store.files.contents(of: TestStore.path)
                .filter { traces.first(in: $0.value) != nil }
                .map { String($0.key.suffix(4)) }.sorted()
        }
        #expect(files([3, 7]) == [".ckp", ".seg"])
        #expect(files([3, 7], isErasing: true) == [])
        // Written after the erase.
        #expect(files([7]) == [])
        #expect(files([3, 8]) == [])
    }
}
