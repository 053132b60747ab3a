import Foundation
import NacreEngine
import NacreFormat
import Testing

/// The files that the engine writes, read by code that knows only the format.
@Suite struct EngineFilesTests {
    /// Makes a store with commits of all kinds in a directory that is removed afterwards.
    private func withStore(compacting: Bool, _ body: (URL) throws -> Void) throws {
        let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: url) }
        let store = try Database(at: url.path, options: .creating)
        let attributes = [
            AttributeSchema(
                id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false),
            AttributeSchema(id: AttributeID(2), name: "text", type: .string, isNullable: true),
        ]
        // Preludes of every length modulo 4.
        for number in 0..<8 as Range<Int64> {
            let author = String(repeating: "a", count: Int(number))
            try store.performChanges(author: author, note: "n") { changes in
                if number == 0 {
                    try changes.define("Thing", attributes: attributes, id: "id")
                }
                let text = number == 5 ? String(repeating: "x", count: 70_000) : "text \(number)"
                _ = try changes.insert([.int(number), .string(text)], into: "Thing")
                _ = try changes.insert([.int(number + 100), .null], into: "Thing")
                if number > 2 { _ = try changes.delete(.int(number - 2), from: "Thing") }
            }
        }
        if compacting { _ = try store.compact { _, _ in } }
        try store.checkpoint()
        try store.close()
        try body(url)
    }

    @Test func `every byte of a checkpoint is annotated as valid`() throws {
        try withStore(compacting: false) { url in
            let bytes = [UInt8](try Data(contentsOf: url.appending(path: "00000001.ckp")))
            var offset = 0
            var groups: [String] = []
            bytes.withView { view in
                CheckpointAnnotator.annotate(view) { annotation in
                    #expect(!annotation.text.contains("valid") && annotation.text != "raw bytes")
                    if annotation.style == .group { return groups.append(annotation.text) }
                    #expect(annotation.offset == offset)
                    offset += annotation.length
                }
            }
            #expect(offset == bytes.count)
            #expect(groups.contains { $0.hasPrefix("block 0: ") })
            #expect(groups.contains { $0.hasPrefix("section 4: ids of entity 1") })
            // Whatever a byte is changed to, nothing is left out.
            for place in bytes.indices {
                var other = bytes
                other[place] ^= 0x40
                var length = 0
                other.withView { view in
                    CheckpointAnnotator.annotate(view) { annotation in
                        if annotation.style != .group { length += annotation.length }
                    }
                }
                #expect(length == bytes.count, "byte \(place)")
            }
        }
    }

    @Test(arguments: [false, true])
    func `every frame and record of the engine's files is annotated as valid`(
        compacting: Bool
    ) throws {
        try withStore(compacting: compacting) { url in
            let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
            var records = 0
            for name in names where name.hasSuffix(".seg") {
                let bytes = [UInt8](try Data(contentsOf: url.appending(path: name)))
                var offset = 0
                bytes.withView { view in
                    for annotation in SegmentAnnotator.annotations(view) {
                        let text = annotation.text
                        #expect(!text.contains("valid:") && text != "raw bytes", "\(text)")
                        if text.hasPrefix("record: ") { records += 1 }
                        if annotation.style == .group { continue }
                        #expect(annotation.offset == offset)
                        offset += annotation.length
                    }
                }
                #expect(offset == bytes.count)
            }
            // 16 puts, 6 tombstones, one of them of the external value.
            #expect(records == (compacting ? 11 : 23))
        }
    }
}
