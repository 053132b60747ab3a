import Foundation
import NacreEngine
import NacreFormat
import Testing

extension ToolTests {
    @Suite struct Verify {
        @Test func `a sound store passes, and no byte of it changes`() throws {
            try CityStore.with { store in
                let before = try CityStore.files(store)
                let result = try Tool.run("verify", store)
                #expect(result.status == 0)
                #expect(result.errors == "")
                #expect(result.lines.count == 2)
                #expect(result.lines[0].hasPrefix("checked: 1 segment, "))
                #expect(result.lines[0].contains(" 4 records, 4 objects, "))
                #expect(result.lines[1] == "sound: no defects")
                #expect(try CityStore.files(store) == before)
            }
        }

        @Test func `a flipped byte is a defect with file and offset`() throws {
            try CityStore.with { store in
                try CityStore.flipByte(of: "Tokyo", in: "\(store)/\(CityStore.segment)")
                let result = try Tool.run("verify", store)
                #expect(result.status == 65)
                #expect(result.lines[0].hasPrefix("defect: \(CityStore.segment) at offset "))
                #expect(result.lines.last == "damaged: 1 defect")
                #expect(result.errors.hasPrefix("nacre: The store is damaged: 1 defect. "))
            }
        }

        @Test func `verify --json lists the defects`() throws {
            try CityStore.with { store in
                try CityStore.flipByte(of: "Tokyo", in: "\(store)/\(CityStore.segment)")
                let result = try Tool.run("verify", store, "--json")
                #expect(result.status == 65)
                let json = try JSONParser.parse(Array(try #require(result.lines.first).utf8))
                #expect(json["sound"]?.asBool == false)
                let defect = try #require(json["defects"]?.asArray?.first)
                #expect(defect["file"]?.asString == CityStore.segment)
                #expect(defect["offset"]?.asInteger ?? 0 > 128)
            }
        }

        @Test func `a damaged manifest is a defect`() throws {
            try CityStore.with { store in
                try CityStore.replace("generation 1", by: "generation 2", in: "\(store)/manifest")
                let result = try Tool.run("verify", store)
                #expect(result.status == 65)
                #expect(result.lines[0].hasPrefix("defect: manifest at offset "))
            }
        }

        /// A kill between the two renames of a new manifest left this state, and `verify` formerly
        /// called it damage, to be restored from a backup. The store is sound: it opens as it is.
        @Test func `a manifest whose replacement was interrupted is a note`() throws {
            try CityStore.with { store in
                try FileManager.default.moveItem(
                    atPath: "\(store)/manifest", toPath: "\(store)/manifest.old")
                let result = try Tool.run("verify", store)
                #expect(result.status == 0)
                #expect(result.lines[0].hasPrefix("note: manifest is missing, as after a crash "))
                #expect(result.lines.last == "sound: no defects")
                #expect(try Tool.run("count", store, "City").output == "4\n")
            }
        }

        @Test func `a missing manifest is a defect if the former one is too old`() throws {
            try CityStore.with { store in
                let database = try Database(at: store)
                _ = try database.compact()
                try database.close()
                try FileManager.default.removeItem(atPath: "\(store)/manifest")
                let result = try Tool.run("verify", store)
                #expect(result.status == 65)
                #expect(result.lines[0].hasPrefix("defect: manifest: is missing or damaged; "))
            }
        }

        @Test func `an unfinished tail is a note`() throws {
            try TemporaryFolder.with { folder in
                let store = "\(folder)/a.nacre"
                let copy = "\(folder)/copy.nacre"
                let database = try CityStore.make(at: store)
                try FileManager.default.copyItem(atPath: store, toPath: copy)
                try database.close()
                // The last commit is torn: its last part was never completely written.
                let segment = URL(filePath: "\(copy)/\(CityStore.segment)")
                var bytes = try Data(contentsOf: segment)
                let used = try #require(bytes.lastIndex { $0 != 0 }) + 1
                bytes.replaceSubrange(used - 40..<used, with: Data(count: 40))
                try bytes.write(to: segment)
                let result = try Tool.run("verify", copy)
                #expect(result.status == 0)
                #expect(result.output.contains("note: \(CityStore.segment) ends in "))
                #expect(result.output.contains(" 2 objects, "))
                #expect(result.lines.last == "sound: no defects")
                #expect(try Tool.run("count", copy, "City").output == "2\n")
                let info = try Tool.run("info", copy)
                #expect(info.output.contains("last whole commit 2, "))
                #expect(info.output.contains(" of an unfinished commit after it"))
                let compacted = try Tool.run("compact", copy)
                #expect(compacted.errors.contains(" torn bytes kept in 00000001.torn"))
            }
        }

        @Test func `names with escape sequences are escaped`() throws {
            try CityStore.with { store in
                try Data().write(to: URL(filePath: "\(store)/a\u{1b}[31m"))
                let result = try Tool.run("verify", store)
                #expect(result.status == 0)
                #expect(result.output.contains("note: a\\u{1b}[31m "))
            }
        }
    }
}
