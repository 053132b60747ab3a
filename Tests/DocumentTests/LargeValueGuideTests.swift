import Foundation
import Nacre
import Testing

@Entity
private struct Deed {
    var id = ObjectID<Deed>()
    var title: String
    var views = 0
    var scan: Data
}

/// Runs the code of the guide about large values.
@Suite struct LargeValueGuideTests {
    @Test func `large values are read in parts and left alone as the guide shows`() throws {
        let store = try Store.inMemory(Deed.self)
        let scan = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
        let deed = Deed(title: "Mill", scan: scan)
        let id = deed.id
        try store.performChanges { try $0.insert(deed) }
        // snippet: large values
        let titles = try store.fetch(\.title, Deed.all)
        let head = try store.bytes(of: \.scan, id, 0..<4096)
        let size = try store.withBytes(of: \.scan, id) { bytes in bytes.byteCount }
        try store.performChanges { try $0.update(id, set: \.views, to: 1) }
        // end snippet
        #expect(titles == ["Mill"])
        #expect(head == scan[..<4096])
        #expect(size == 100_000)
        #expect(try store.find(Deed.self, id)?.views == 1)
    }
}
