import Foundation
import NacreFormat
import NacreTestSupport
import Testing

extension ToolTests {
    /// `nacre verify` and checkpoints: damage is a note, wrong content a defect.
    @Suite struct VerifyCheckpoint {
        @Test(arguments: [[], ["--deep"]])
        func `a sound checkpoint is printed with its coverage`(options: [String]) throws {
            try CityStore.withCheckpoint { store in
                let before = try CityStore.files(store)
                let result = try Tool.run(
                    path: Tool.executable(), ["verify", store] + options)
                #expect(result.status == 0)
                #expect(result.errors == "")
                let line = "checkpoint: 00000001.ckp, commit 4, covers 1 segment, "
                #expect(result.lines.first?.hasPrefix(line) == true)
                #expect(result.lines.count == 3)
                #expect(result.lines.last == "sound: no defects")
                #expect(try CityStore.files(store) == before)
            }
        }

        @Test(arguments: [[], ["--deep"]])
        func `a damaged checkpoint is a note`(options: [String]) throws {
            try CityStore.withCheckpoint { store in
                try CityStore.change("\(store)/\(CityStore.checkpoint)") { bytes in
                    bytes[bytes.count / 2] ^= 1
                }
                let result = try Tool.run(
                    path: Tool.executable(), ["verify", store] + options)
                #expect(result.status == 0)
                #expect(result.errors == "")
                let note = "note: 00000001.ckp cannot be used, so "
                #expect(result.lines.first?.hasPrefix(note) == true)
                #expect(result.lines.first?.contains("CRC") == true)
                #expect(result.lines.last == "sound: no defects")
                #expect(try Tool.run("count", store, "City").output == "4\n")
            }
        }

        @Test func `a swapped tree with a correct checksum is found by --deep`() throws {
            try CityStore.withCheckpoint { store in
                let file = "\(store)/\(CityStore.checkpoint)"
                try CityStore.change(file) { bytes in
                    bytes = try #require(ForgedCheckpoint.swappingTrees(bytes))
                }
                #expect(try Tool.run("verify", store).status == 0)
                let result = try Tool.run("verify", store, "--deep")
                #expect(result.status == 65)
                let defects = result.lines.filter { $0.hasPrefix("defect: ") }
                #expect(
                    defects == [
                        "defect: 00000001.ckp: the index of the ids of 'City' differs from the"
                            + " log's",
                        "defect: 00000001.ckp: the index of the ids of 'Town' differs from the"
                            + " log's",
                    ])
                #expect(result.lines.last == "damaged: 2 defects")
                #expect(result.errors.contains("The log has everything: remove the checkpoint "))
                #expect(!result.errors.contains("salvage"))
                let json = try JSONParser.parse(
                    Array(try Tool.run("verify", store, "--deep", "--json").lines[0].utf8))
                #expect(json["checkpoint"]?["commit"]?.asInteger == 4)
                #expect(json["defects"]?.asArray?.first?["file"]?.asString == "00000001.ckp")
                // The remedy that the tool names works.
                try FileManager.default.removeItem(atPath: file)
                #expect(try Tool.run("verify", store, "--deep").status == 0)
                #expect(try Tool.run("count", store, "Town").output == "4\n")
            }
        }

        @Test func `a wrong entry with a correct checksum is found by --deep`() throws {
            try CityStore.withCheckpoint { store in
                try CityStore.change("\(store)/\(CityStore.checkpoint)") { bytes in
                    // The last tree's base key: the file ends with the top of its only block.
                    let start = bytes.count - PackedTopFields.size
                    bytes = ForgedCheckpoint.withChecksums(bytes) { $0[start] ^= 1 }
                }
                #expect(try Tool.run("verify", store).status == 0)
                let result = try Tool.run("verify", store, "--deep")
                #expect(result.status == 65)
                #expect(result.lines[0].hasPrefix("defect: 00000001.ckp: the index of the ids "))
            }
        }

        @Test func `a checkpoint that the manifest does not name is a note`() throws {
            try CityStore.withCheckpoint { store in
                let copy = "\(store)/00000007.ckp"
                try FileManager.default.copyItem(
                    atPath: "\(store)/\(CityStore.checkpoint)", toPath: copy)
                let result = try Tool.run("verify", store)
                #expect(result.status == 0)
                #expect(
                    result.lines.contains(
                        "note: 00000007.ckp is not a part of the store as it is now"))
                #expect(result.lines.filter { $0.hasPrefix("note: ") }.count == 1)
            }
        }

        @Test func `the help explains how checkpoints are judged`() throws {
            let help = try Tool.run("verify", "--help").output
            let text = help.split { $0.isWhitespace }.joined(separator: " ")
            #expect(text.contains("So is a damaged or missing checkpoint: it is only a cache"))
            #expect(text.contains("a checkpoint with other indexes is a defect."))
        }
    }
}
