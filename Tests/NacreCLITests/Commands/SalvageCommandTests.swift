import Foundation
import NacreEngine
import NacreFormat
import Testing

extension ToolTests {
    @Suite struct Salvages {
        private func report(_ path: String) throws -> JSONValue {
            try JSONParser.parse(Array(try Data(contentsOf: URL(filePath: path))))
        }

        @Test func `a sound store is salvaged completely, and no byte of it changes`() throws {
            try CityStore.withCheckpoint { store in
                let before = try CityStore.files(store)
                let result = try Tool.run("salvage", store, "\(store).out")
                #expect(result.status == 0)
                #expect(result.errors == "")
                #expect(result.lines.contains("kept: 4 objects of City"))
                #expect(
                    result.lines.contains {
                        $0.hasPrefix("salvaged: 8 objects, 0 older, 0 damaged, 0 lost, 0 conflicts")
                    })
                #expect(result.lines.last == "report: \(store).out.report.json")
                #expect(try CityStore.files(store) == before)
                for entity in ["City", "Town"] {
                    let (old, new) = (store, "\(store).out")
                    #expect(
                        try Tool.run("fetch", new, entity, "--json", "--sort", "id").output
                            == Tool.run("fetch", old, entity, "--json", "--sort", "id").output)
                }
                #expect(try Tool.run("verify", "\(store).out", "--deep").status == 0)
                let report = try report("\(store).out.report.json")
                #expect(report["complete"]?.asBool == true)
                #expect(report["kept"]?["Town"]?.asInteger == 4)
                #expect(report["lost"]?.asArray?.isEmpty == true)
            }
        }

        @Test func `losses of a damaged store are reported, and the rest is kept`() throws {
            try CityStore.with { store in
                let place = try CityStore.flipByte(
                    of: "Tokyo", in: "\(store)/\(CityStore.segment)")
                let before = try CityStore.files(store)
                let list = "\(store).list.json"
                let result = try Tool.run("salvage", store, "\(store).out/", "--report", list)
                #expect(result.status == 65)
                #expect(result.errors.hasPrefix("nacre: Not everything could be kept. "))
                #expect(result.lines.contains("kept: 3 objects of City"))
                #expect(result.lines.last == "report: \(list)")
                #expect(try CityStore.files(store) == before)
                let ids = try Tool.run("fetch", "\(store).out", "City", "--json").lines
                #expect(ids.count == 3)
                #expect(!ids.contains { $0.contains("Tokyo") })
                let report = try report(list)
                #expect(report["complete"]?.asBool == false)
                let range = try #require(report["unreadable"]?.asArray?.first)
                #expect(range["file"]?.asString == CityStore.segment)
                let start = range["offset"]?.asInteger ?? .max
                #expect(start <= place)
                #expect(start + (range["bytes"]?.asInteger ?? 0) > place)
                #expect(!FileManager.default.fileExists(atPath: "\(store).out.report.json"))
            }
        }

        @Test func `a salvage needs no manifest`() throws {
            try CityStore.with { store in
                let kept = try Tool.run("fetch", store, "City", "--json", "--sort", "id").output
                for name in ["manifest", "manifest.old"] {
                    try? FileManager.default.removeItem(atPath: "\(store)/\(name)")
                }
                let result = try Tool.run("salvage", store, "\(store).out")
                #expect(result.status == 65)
                #expect(result.lines.contains { $0.hasPrefix("problem: manifest is missing") })
                #expect(result.lines.contains { $0.hasPrefix("note: no manifest can be read") })
                #expect(
                    try Tool.run("fetch", "\(store).out", "City", "--json", "--sort", "id").output
                        == kept)
            }
        }

        @Test func `an existing destination is refused`() throws {
            try CityStore.with { store in
                let before = try CityStore.files(store)
                let other = "\(store).other"
                try CityStore.make(at: other).close()
                let kept = try CityStore.files(other)
                for destination in [other, store, "\(store)/inside"] {
                    let report = "\(store).list"
                    let result = try Tool.run("salvage", store, destination, "--report", report)
                    #expect(result.status != 0)
                    #expect(result.output == "")
                    #expect(result.errors.hasPrefix("nacre: The "), "\(result.errors)")
                    #expect(!FileManager.default.fileExists(atPath: report))
                }
                #expect(try Tool.run("salvage", store, other).status == 66)
                #expect(try Tool.run("salvage", store, store).status == 66)
                #expect(try CityStore.files(other) == kept)
                #expect(try CityStore.files(store) == before)
            }
        }

        @Test func `an empty directory is a valid destination and not a valid source`() throws {
            try CityStore.with { store in
                let out = "\(store).out"
                try FileManager.default.createDirectory(
                    atPath: out, withIntermediateDirectories: false)
                let none = try Tool.run("salvage", "\(store).none", out)
                #expect(none.status == 66)
                #expect(none.errors.contains("There is no store here."))
                let empty = try Tool.run("salvage", out, "\(store).more")
                #expect(empty.status == 66)
                #expect(!FileManager.default.fileExists(atPath: "\(store).more"))
                #expect(try Tool.run("salvage", store, out).status == 0)
                #expect(try Tool.run("count", out, "City").output == "4\n")
            }
        }
    }
}
