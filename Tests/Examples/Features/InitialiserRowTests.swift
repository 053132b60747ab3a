import Nacre
import Testing

/// Initialisers of entities with the macro.
@Suite struct InitialiserRowTests {
    /// A range whose initialiser refuses reversed bounds.
    @Entity
    struct CheckedRange: Hashable {
        static var entityName: String { "Range" }
        let id: Int
        var low: Int
        var high: Int

        init(id: Int, low: Int, high: Int) throws {
            guard low <= high else { throw Reversed() }
            (self.id, self.low, self.high) = (id, low, high)
        }

        struct Reversed: Error {}
    }

    @Test func `V30 a throwing initialiser of the type's own is called on reading`() throws {
        let store = try Store.inMemory(CheckedRange.self)
        try store.performChanges { changes in
            var range = try CheckedRange(id: 1, low: 1, high: 5)
            range.low = 9
            try changes.insert(range)
            try changes.insert(try CheckedRange(id: 2, low: 2, high: 5))
        }
        #expect(try store.find(CheckedRange.self, 2)?.high == 5)
        let error = #expect(throws: StoreError.self) { try store.find(CheckedRange.self, 1) }
        #expect(error?.code == .undecodable)
        #expect(error?.description.contains("Reversed") == true)
        #expect(error?.subject?.id == "1")
    }
}
