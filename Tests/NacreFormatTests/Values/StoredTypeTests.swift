import NacreFormat
import Testing

@Suite struct StoredTypeTests {
    @Test func `codes and names identify their type, and other codes identify none`() {
        for type in StoredType.all {
            #expect(StoredType(code: type.code) == type)
            #expect(StoredType(name: type.name) == type)
        }
        let known = Set(StoredType.all.map(\.code))
        #expect(known.count == StoredType.all.count)
        for code in 0...UInt8.max where !known.contains(code) {
            #expect(StoredType(code: code) == nil)
        }
        #expect(StoredType(name: "array<string>") == nil)
    }
}
