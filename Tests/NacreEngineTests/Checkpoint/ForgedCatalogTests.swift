import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Checkpoints with correct checksums and a catalog that no writer makes.
@Suite struct ForgedCatalogTests {
    /// Makes two entities with names of one length, so that their bytes can be exchanged.
    private static func makeFiles() throws -> [String: [UInt8]] {
        let store = try TestStore()
        try store.database.performChanges { changes in
            for entity in ["Left", "Rite"] {
                try TestStore.defineNamed(entity, in: changes)
                for id in 0..<9 as Range<Int64> {
                    try changes.insert([.int(id), .string("\(entity) \(id)")], into: entity)
                }
            }
        }
        try store.database.checkpoint()
        try store.database.performChanges { changes in
            _ = try changes.insert([.int(20), .string("behind")], into: "Left")
        }
        return store.fileContents
    }

    /// A change of a catalog.
    struct Forgery: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let old: String
        let new: String
    }

    @Test(arguments: [
        Forgery(testDescription: "two names", old: #""entity":"Rite""#, new: #""entity":"Left""#),
        Forgery(testDescription: "two schemas", old: #""number":2"#, new: #""number":1"#),
        Forgery(testDescription: "a far number", old: #""number":2"#, new: #""number":9"#),
        Forgery(
            testDescription: "another type", old: #""type":"int64""#, new: #""type":"int32""#),
        Forgery(testDescription: "another id", old: #""id":"id""#, new: #""id":"na""#),
        Forgery(testDescription: "no attribute", old: #""id":2"#, new: #""id":7"#),
    ])
    func `contradictory schemas make a checkpoint useless`(forgery: Forgery) throws {
        try ForgedRowsTests.expectRefused(Self.makeFiles()) { bytes in
            let place = try #require(bytes.lastPlace(of: Array(forgery.old.utf8)))
            bytes.replaceSubrange(place..<place + forgery.old.utf8.count, with: forgery.new.utf8)
        }
    }

    /// Changes the layout of the second entity.
    @Test(arguments: [
        // Its number, its entity's number, the ordinal of its id.
        (0, 1 as UInt8), (2, 1), (2, 9), (12, 1),
    ])
    func `contradictory layouts make a checkpoint useless`(
        offset: Int, byte: UInt8
    ) throws {
        try ForgedRowsTests.expectRefused(Self.makeFiles()) { bytes in
            // The name comes after eight numbers.
            let place = try #require(bytes.lastPlace(of: Array("Rite".utf8))) - 16
            #expect(bytes[place] == 2 && bytes[place + 2] == 2 && bytes[place + 12] == 0)
            bytes[place + offset] = byte
        }
    }
}

extension Array where Element: Equatable {
    fileprivate func lastPlace(of part: [Element]) -> Int? {
        indices.last { place in
            place + part.count <= count && self[place..<place + part.count].elementsEqual(part)
        }
    }
}
