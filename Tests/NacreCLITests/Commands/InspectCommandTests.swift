import Foundation
import NacreExchangeCore
import Testing

@testable import NacreCLI

extension ToolTests {
    @Suite struct Inspect {
        @Test func `inspect prints the manifest and the segments of a store`() throws {
            try CityStore.with { store in
                let result = try Tool.run("inspect", store)
                #expect(result.status == 0)
                #expect(result.errors == "")
                #expect(result.lines.first?.hasPrefix("\(store)/manifest, ") == true)
                #expect(result.lines.contains { $0.hasPrefix("\(store)/00000001.seg, ") })
                #expect(result.output.contains("== segment header: segment 00000001, log"))
                #expect(result.output.contains(#"name: "Tokyo""#))
            }
        }

        @Test func `inspect prints checkpoints, and which one is used`() throws {
            try CityStore.withCheckpoint { store in
                let named = "\(store)/\(CityStore.checkpoint)"
                for name in ["00000007.ckp", "00000008.ckp"] {
                    try FileManager.default.copyItem(atPath: named, toPath: "\(store)/\(name)")
                }
                try CityStore.change("\(store)/00000008.ckp") { $0[$0.count / 2] ^= 1 }
                let result = try Tool.run("inspect", store)
                #expect(result.status == 0)
                let lines = result.lines.filter { $0.hasPrefix("checkpoint ") }
                try #require(lines.count == 3)
                let size = try CityStore.files(store)[CityStore.checkpoint]?.count ?? 0
                let text = "\(ByteCount.counted(size, "byte")), covers segment 00000001"
                #expect(lines[0] == "checkpoint 00000001: commit 4, \(text), used")
                #expect(
                    lines[1] == "checkpoint 00000007: commit 4, \(text),"
                        + " not used: the manifest does not name it")
                #expect(lines[2].contains("byte"))
                #expect(lines[2].contains("not used: "))
                #expect(lines[2].contains("CRC"))
                #expect(result.lines.contains { $0.hasPrefix("\(named), ") })
                #expect(result.lines.count { $0.contains("== checkpoint header") } == 3)
                let one = try Tool.run("inspect", store, "--segment", "1")
                #expect(!one.output.contains("checkpoint 0"))
                try CityStore.change("\(store)/manifest") { $0 = [] }
                try FileManager.default.removeItem(atPath: "\(store)/manifest.old")
                let broken = try Tool.run("inspect", store)
                #expect(broken.output.contains("not used: no manifest can be read"))
            }
        }

        @Test func `inspect accepts a single segment and a single manifest`() throws {
            try CityStore.with { store in
                let segment = try Tool.run("inspect", "\(store)/00000001.seg")
                #expect(segment.output.contains("== segment header"))
                let manifest = try Tool.run("inspect", "manifest", from: store)
                #expect(manifest.status == 0)
                #expect(manifest.output.contains("== manifest"))
                try FileManager.default.createSymbolicLink(
                    atPath: "\(store)/link", withDestinationPath: "manifest")
                let link = try Tool.run("inspect", "\(store)/link")
                #expect(link.lines.dropFirst() == manifest.lines.dropFirst())
            }
        }

        @Test func `offset and limit select bytes, in decimal or hexadecimal`() throws {
            try CityStore.with { store in
                let all = try Tool.run("inspect", store, "--segment", "1").lines
                for offset in ["128", "0x80"] {
                    let part = try Tool.run(
                        "inspect", store, "--segment", "00000001", "--offset", offset, "--limit",
                        "8")
                    #expect(part.status == 0)
                    // The file; the frame; its magic, kind, flags and prelude length; an end.
                    #expect(part.lines.count == 7)
                    #expect(part.lines.dropFirst().dropLast().allSatisfy(all.contains))
                }
            }
        }

        @Test func `inspect prints a store that no longer opens`() throws {
            try CityStore.with { store in
                let segment = "\(store)/\(CityStore.segment)"
                let offset = try CityStore.flipByte(of: "Tokyo", in: segment)
                try CityStore.replace("generation 1", by: "generation 2", in: "\(store)/manifest")
                let result = try Tool.run("inspect", store)
                #expect(result.status == 0)
                #expect(result.output.contains("not valid: manifest at offset"))
                #expect(result.output.contains("no valid frame: "))
                let place = try Tool.run(
                    "inspect", segment, "--offset", "\(offset)", "--limit", "5")
                #expect(place.output.contains("Uokyo"))
            }
        }

        @Test func `a file of another kind is printed as bytes, without escape sequences`() throws {
            try TemporaryFolder.with { folder in
                try Data("\u{1b}[31mred".utf8).write(to: URL(filePath: "\(folder)/notes"))
                let result = try Tool.run("inspect", "\(folder)/notes")
                #expect(result.status == 0)
                #expect(result.output.contains("1b 5b 33 31 6d 72 65 64"))
                #expect(!result.output.contains("\u{1b}"))
            }
        }

        @Test func `a missing segment and an invalid number are refused`() throws {
            try CityStore.with { store in
                let cases: [([String], Int32)] = [
                    ([store, "--segment", "2"], 66), ([store, "--segment", "xyz"], 64),
                    ([store, "--offset", "-1"], 64), (["\(store)/none"], 66),
                ]
                for (arguments, status) in cases {
                    let result = try Tool.run(path: Tool.executable(), ["inspect"] + arguments)
                    #expect(result.status == status)
                }
            }
        }
    }
}
