import Foundation
import NacreEngine
import NacreFormat
import Testing

extension ToolTests {
    @Suite struct Info {
        @Test func `info shows commit, entities and segments`() throws {
            try CityStore.with { store in
                let result = try Tool.run("info", store)
                #expect(result.status == 0)
                #expect(result.errors == "")
                #expect(result.lines.contains("store        \(store)"))
                #expect(result.lines.contains("format       version 0"))
                #expect(result.lines.contains { $0.hasPrefix("last commit  3, 20") })
                #expect(result.lines.contains("City          4"))
                let segment = try #require(result.lines.last)
                #expect(segment.hasPrefix("00000001  active  "))
                #expect(segment.contains(" kB  "))
                #expect(segment.hasSuffix("  1...3"))
                #expect(!result.output.contains("not closed"))
            }
        }

        @Test func `info --json prints one line of JSON`() throws {
            try CityStore.with { store in
                let result = try Tool.run("info", store, "--json")
                #expect(result.lines.count == 1)
                let json = try JSONParser.parse(Array(result.lines[0].utf8))
                #expect(json["path"]?.asString == store)
                #expect(json["lastCommit"]?["number"]?.asInteger == 3)
                #expect(json["entities"]?.asArray?.first?["objects"]?.asInteger == 4)
                #expect(json["notClosed"]?.isNull == true)
            }
        }

        @Test func `info shows the checkpoint, or why it is not used`() throws {
            try CityStore.with { store in
                #expect(try Tool.run("info", store).lines.contains("checkpoint   none"))
                let json = try Tool.run("info", store, "--json").lines[0]
                #expect(try JSONParser.parse(Array(json.utf8))["checkpoint"]?.isNull == true)
            }
            try CityStore.withCheckpoint { store in
                let lines = try Tool.run("info", store).lines
                let line = try #require(lines.first { $0.hasPrefix("checkpoint") })
                #expect(line.hasPrefix("checkpoint   commit 4, "))
                #expect(line.hasSuffix(" kB"))
                let file = "\(store)/\(CityStore.checkpoint)"
                try CityStore.change(file) { $0[200] ^= 1 }
                let result = try Tool.run("info", store)
                #expect(result.status == 0)
                let damaged = try #require(result.lines.first { $0.hasPrefix("checkpoint") })
                #expect(damaged.contains(", not used: "))
                #expect(damaged.contains("CRC"))
                let json = try JSONParser.parse(
                    Array(try Tool.run("info", store, "--json").lines[0].utf8))
                let checkpoint = try #require(json["checkpoint"])
                #expect(checkpoint["file"]?.asString == CityStore.checkpoint)
                #expect(checkpoint["commit"]?.asInteger == 4)
                #expect(checkpoint["problem"]?.asString?.contains("CRC") == true)
                try CityStore.change(file) { $0.removeAll() }
                let empty = try Tool.run("info", store).lines
                #expect(empty.contains { $0.hasPrefix("checkpoint   not used: ") })
            }
        }

        @Test func `info shows marks and the size of kept versions`() throws {
            try CityStore.with { store in
                let database = try Database(at: store)
                try database.setHistory(.forever)
                try database.performChanges { try $0.mark("spring") }
                try database.performChanges { try $0.delete(.int(1), from: "City") }
                _ = try database.compact()
                let kept = try database.statistics().keptBytes
                try database.close()
                #expect(kept > 0)
                let json = try JSONParser.parse(
                    Array(try Tool.run("info", store, "--json").lines[0].utf8))
                #expect(json["keptBytes"]?.asInteger == Int64(kept))
                let mark = try #require(json["marks"]?.asArray?.first)
                #expect(mark["name"]?.asString == "spring")
                let lines = try Tool.run("info", store).lines
                #expect(lines.contains { $0.hasPrefix("history      ") })
                #expect(lines.contains { $0.hasPrefix("mark         spring, commit ") })
            }
        }

        @Test func `info shows the live share of each segment`() throws {
            try CityStore.with { store in
                let database = try Database(at: store)
                try database.performChanges { try $0.delete(.int(1), from: "City") }
                let live = try database.statistics().liveBytes
                try database.close()
                let json = try JSONParser.parse(
                    Array(try Tool.run("info", store, "--json").lines[0].utf8))
                #expect(json["liveBytes"]?.asInteger == Int64(live))
                #expect(json["tombstoneBytes"]?.asInteger ?? 0 > 0)
                let segments = json["segments"]?.asArray ?? []
                #expect(segments.count == 1)
                #expect(segments.first?["records"]?.asInteger == 4)
                #expect(segments.first?["liveRecords"]?.asInteger == 3)
                #expect(segments.first?["tombstones"]?.asInteger == 1)
                let lines = try Tool.run("info", store).lines
                #expect(lines.contains { $0.hasPrefix("of that      \(live) bytes live, ") })
            }
        }

        @Test func `info reports a store that was not closed, and changes no byte`() throws {
            try TemporaryFolder.with { folder in
                let store = "\(folder)/a.nacre"
                // A copy taken while the writer is at work equals the files that a crash leaves.
                let copy = "\(folder)/copy.nacre"
                let database = try CityStore.make(at: store)
                try FileManager.default.copyItem(atPath: store, toPath: copy)
                try database.close()
                let before = try CityStore.files(copy)
                let result = try Tool.run("info", copy)
                #expect(result.status == 0)
                #expect(result.output.contains("not closed   the writer is at work or did not"))
                #expect(try CityStore.files(copy) == before)
            }
        }
    }

    @Suite struct Schema {
        @Test func `schema prints attributes and types`() throws {
            try CityStore.with { store in
                let result = try Tool.run("schema", store)
                #expect(result.status == 0)
                #expect(
                    result.output == """
                        City
                        attribute   type    remarks
                        ----------  ------  --------
                        id          int64   id
                        name        string
                        population  int64   nullable
                        capital     bool
                        note        string  nullable

                        """)
            }
        }

        @Test func `schema prints defaults and stages`() throws {
            try CityStore.with { store in
                let database = try Database(at: store)
                _ = try database.performChanges { changes in
                    let level = AttributeSchema(
                        id: AttributeID(1), name: "level", type: .json, isNullable: true,
                        defaultValue: .json("[1]"), pipeline: ["json", "lz4"])
                    let former = try changes.schema(of: "City").attributes.prefix(1)
                    try changes.redefine("City", attributes: former + [level])
                }
                try database.close()
                let result = try Tool.run("schema", store)
                #expect(
                    result.output == """
                        City
                        attribute  type   remarks
                        ---------  -----  -----------------------------------------------
                        id         int64  id
                        level      json   nullable, default [1], stored through json, lz4

                        """)
            }
        }

        @Test func `schema prints indexes`() throws {
            try CityStore.with { store in
                let database = try Database(at: store)
                _ = try database.performChanges { changes in
                    try changes.redefine(
                        "City", attributes: try changes.schema(of: "City").attributes,
                        indexes: [["name"], ["capital", "name", "note"]])
                }
                try database.close()
                let lines = try Tool.run("schema", store).lines
                #expect(lines.contains("name        string  indexed"))
                #expect(lines.contains("capital     bool    index with name, note"))
            }
        }

        @Test func `schema --json prints the stored schema of one entity`() throws {
            try CityStore.with { store in
                let result = try Tool.run("schema", store, "City", "--json")
                let json = try JSONParser.parse(Array(try #require(result.lines.first).utf8))
                #expect(json["entity"]?.asString == "City")
                #expect(json["attributes"]?.asArray?.count == 5)
            }
        }
    }
}
