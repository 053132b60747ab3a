import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Bytes that change while a store is open: a point read checks its record's own CRC.
@Suite struct PointReadTests {
    @Test func `only an object whose bytes rot after opening is refused`() throws {
        let store = try TestStore()
        try store.database.performChanges { changes in
            try CityEntity.define(in: changes)
            for id in 0..<10 {
                try changes.insert(
                    CityEntity.values(Int64(id), "the city of \(id)"), into: CityEntity.name)
            }
        }
        let snapshot = try store.database.snapshot()
        let name = FileName.segment(SegmentNumber(1))
        let bytes = try #require(store.files.contents(of: TestStore.path)[name])
        let text = Array("the city of 7".utf8)
        let place = try #require(
            bytes.indices.first { bytes[$0...].starts(with: text) })
        let file = try store.files.openDirectory(TestStore.path, creating: false)
            .open(name, .writing)
        try [UInt8(ascii: "T")].withView { try file.write($0, at: place) }
        let error = #expect(throws: StoreError.self) {
            try snapshot.find(.int(7), in: CityEntity.name)
        }
        #expect(error?.code == .corrupt)
        #expect(error?.file?.hasSuffix(name) == true)
        #expect(error?.cause?.contains("CRC") == true)
        #expect(
            try snapshot.find(.int(6), in: CityEntity.name)?["name"] == .string("the city of 6"))
    }
}
