import Foundation
import Nacre
import Testing

/// Built-in stages with settings, and property lists.
@Suite struct StageTests {
    private struct Note: Codable, Equatable {
        var text: String
        var dates: [Date]
        var inner: [String: Data]
    }

    @Test func `LZ4 with a threshold leaves short and incompressible values as they are`() throws {
        let stage = Transformer<Data, Data>.lz4(from: 100, limit: 10_000)
        #expect(stage.stages == ["lz4@2"])
        let long = Data(repeating: 7, count: 5000)
        #expect(try stage.transform(long).count < 100)
        #expect(try stage.transform(long.prefix(99)) == Data([0]) + long.prefix(99))
        let noise = Data((0..<200).map { UInt8(truncatingIfNeeded: $0 &* 167 ^ $0 >> 3) })
        #expect(try stage.transform(noise).count == 201)
        for data in [long, long.prefix(99), noise, Data()] {
            #expect(try stage.reverse(stage.transform(data)) == data)
        }
        // A stage with another threshold reads the same value.
        #expect(try Transformer<Data, Data>.lz4(from: 0).reverse(stage.transform(long)) == long)
    }

    @Test func `LZ4 with a limit stores and reads no more than that`() throws {
        let stage = Transformer<Data, Data>.lz4(from: 100, limit: 1000)
        let long = Data(repeating: 7, count: 1001)
        #expect(throws: (any Error).self) { try stage.transform(long) }
        let bomb = try Transformer<Data, Data>.lz4(from: 100).transform(long)
        #expect(bomb.count < 100)
        #expect(throws: (any Error).self) { try stage.reverse(bomb) }
        #expect(throws: (any Error).self) { try stage.reverse(Data([0]) + long) }
        #expect(try stage.reverse(stage.transform(long.dropLast())) == long.dropLast())
        for damaged in [Data(), Data([2]), Data([1]), Data([1, 5, 0, 0, 0])] {
            #expect(throws: (any Error).self) { try stage.reverse(damaged) }
        }
    }

    @Test func `a property list keeps dates and data`() throws {
        let stage = Transformer<Note, Data>.propertyList
        let note = Note(
            text: "<!-- & ]]>", dates: [Date(timeIntervalSinceReferenceDate: 12)],
            inner: ["a": Data([0, 255])])
        #expect(try stage.reverse(stage.transform(note)) == note)
        let both = stage.then(.lz4)
        #expect(both.stages == ["propertyList", "lz4"])
        #expect(try both.reverse(both.transform(note)) == note)
    }

    @Test func `an invalid property list and one that is too deep are refused`() throws {
        let stage = Transformer<Note, Data>.propertyList
        for text in ["", "bplist00", "<?xml", "<?xml ?><plist><dict></plist>"] {
            #expect(throws: (any Error).self) { try stage.reverse(Data(text.utf8)) }
        }
        let count = 100_000
        let deep =
            "<?xml version=\"1.0\"?><plist>" + String(repeating: "<array>", count: count)
            + String(repeating: "</array>", count: count) + "</plist>"
        #expect(throws: (any Error).self) { try stage.reverse(Data(deep.utf8)) }
    }
}
