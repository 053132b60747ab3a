import Foundation
import NacreEngine
import NacreFormat
import Testing

extension ToolTests {
    @Suite struct Backups {
        private func contents(_ store: String) throws -> String {
            let result = try Tool.run("dump", store)
            try #require(result.status == 0)
            return result.output
        }

        @Test func `the first backup is a store that equals the source`() throws {
            try CityStore.withCheckpoint { store in
                let before = try CityStore.files(store)
                let result = try Tool.run("backup", store, "\(store).backup")
                #expect(result.status == 0)
                #expect(result.errors == "")
                #expect(result.lines.count == 1)
                #expect(result.output.hasPrefix("backed up: "))
                let counts = " copied in 1 segment, 0 segments there already, 0 removed,"
                #expect(result.output.contains("\(counts) last commit 4, "))
                #expect(try CityStore.files(store) == before)
                #expect(try contents("\(store).backup") == contents(store))
                #expect(try Tool.run("verify", "\(store).backup", "--deep").status == 0)
                // The checkpoint is a cache, and is not copied.
                let files = try CityStore.files("\(store).backup").keys
                #expect(!files.contains(CityStore.checkpoint))
                let info = try Tool.run("info", "\(store).backup").lines
                #expect(info.contains("checkpoint   none"))
            }
        }

        @Test func `the next backup copies only new files`() throws {
            try TemporaryFolder.with { folder in
                let (store, backup) = ("\(folder)/a.nacre", "\(folder)/backup")
                var options = Database.Options.creating
                options.segmentSizeNominal = 4000
                try CityStore.make(at: store).close()
                options.createsStore = false
                let database = try Database(at: store, options: options)
                func grow(_ round: Int) throws {
                    try database.performChanges { changes in
                        var city = CityStore.cities[0]
                        city[0] = .int(Int64(100 + round))
                        city[4] = .string(String(repeating: "x", count: 3000))
                        try changes.insert(city, into: "City")
                    }
                }
                for round in 0..<4 { try grow(round) }
                let segments = try database.statistics().segments.count
                try #require(segments > 2)
                // The writer has the store open all the time.
                #expect(try Tool.run("backup", store, backup).status == 0)
                #expect(try contents(backup) == contents(store))
                try grow(4)
                let result = try Tool.run("backup", store, backup, "--unchecked")
                #expect(result.status == 0)
                #expect(!result.output.contains(" 0 segments there already"))
                #expect(result.output.contains("\(segments - 1) segments there already"))
                #expect(try contents(backup) == contents(store))
                #expect(try Tool.run("verify", backup, "--deep").status == 0)
                try database.close()
            }
        }

        @Test func `a backup without history has the present objects only`() throws {
            try CityStore.withCheckpoint { store in
                let backup = "\(store).backup"
                for isWhole in [false, true, false] {
                    let option = isWhole ? [] : ["--without-history"]
                    let result = try Tool.run(
                        path: Tool.executable(), ["backup", store, backup] + option)
                    #expect(result.status == 0 && result.errors == "")
                    #expect(result.output.contains(" last commit 4, "))
                    #expect(try contents(backup) == contents(store))
                    #expect(try Tool.run("verify", backup, "--deep").status == 0)
                    let past = try Tool.run("dump", backup, "--at", "2")
                    #expect((past.status == 0) == isWhole)
                }
            }
        }

        @Test func `a destination that is not a backup is refused and unchanged`() throws {
            try CityStore.with { store in
                let mine = "\(store).mine"
                try FileManager.default.createDirectory(
                    atPath: mine, withIntermediateDirectories: false)
                try Data("x".utf8).write(to: URL(filePath: "\(mine)/text"))
                let other = "\(store).other"
                try CityStore.make(at: other).close()
                let written = "\(store).written"
                #expect(try Tool.run("backup", store, written).status == 0)
                let database = try Database(at: written)
                try database.performChanges { try $0.delete(.int(1), from: "City") }
                try database.close()
                for destination in [mine, other, written] {
                    let before = try CityStore.files(destination)
                    let result = try Tool.run("backup", store, destination)
                    #expect(result.status == 66, "\(destination): \(result.errors)")
                    #expect(result.output == "")
                    #expect(result.errors.contains(destination))
                    #expect(try CityStore.files(destination) == before)
                }
            }
        }

        @Test func `a damaged store is refused, and the backup is unchanged`() throws {
            try CityStore.with { store in
                let backup = "\(store).backup"
                #expect(try Tool.run("backup", store, backup).status == 0)
                let database = try Database(at: store)
                try database.performChanges { try $0.delete(.int(2), from: "City") }
                try database.close()
                let kept = try contents(backup)
                try CityStore.flipByte(of: "Tokyo", in: "\(store)/\(CityStore.segment)")
                let result = try Tool.run("backup", store, backup)
                #expect(result.status == 65)
                #expect(result.errors.contains("\(CityStore.segment)"))
                #expect(try contents(backup) == kept)
            }
        }

        @Test func `damage in a sealed segment is copied with --unchecked only`() throws {
            try TemporaryFolder.with { folder in
                let store = "\(folder)/a.nacre"
                try CityStore.make(at: store).close()
                var options = Database.Options()
                options.segmentSizeNominal = 500
                let database = try Database(at: store, options: options)
                try database.performChanges { try $0.delete(.int(2), from: "City") }
                try database.close()
                #expect(try Tool.run("info", store).output.contains("2 segments"))
                try CityStore.flipByte(of: "Tokyo", in: "\(store)/\(CityStore.segment)")
                let refused = try Tool.run("backup", store, "\(folder)/backup")
                #expect(refused.status == 65)
                #expect(refused.errors.contains(CityStore.segment))
                let copied = try Tool.run("backup", store, "\(folder)/copy", "--unchecked")
                #expect(copied.status == 0)
                #expect(try Tool.run("verify", "\(folder)/copy").status == 65)
            }
        }

        @Test func `a missing source leaves no destination`() throws {
            try TemporaryFolder.with { folder in
                let result = try Tool.run("backup", "\(folder)/none", "\(folder)/backup")
                #expect(result.status == 66)
                #expect(result.errors.contains("There is no store here."))
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
            }
        }
    }
}
