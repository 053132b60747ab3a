import Foundation
import NacreEngine
import NacreFormat
import Testing

extension ToolTests {
    @Suite struct Forks {
        private func dumped(_ store: String, _ arguments: [String] = []) throws -> String {
            let result = try Tool.run(path: Tool.executable(), ["dump", store] + arguments)
            try #require(result.status == 0)
            return result.output
        }

        @Test func `a fork of the present state equals the store and can be changed`() throws {
            try CityStore.withCheckpoint { store in
                let before = try CityStore.files(store)
                let fork = "\(store).fork"
                let result = try Tool.run("fork", store, fork, "--verify")
                #expect(result.status == 0 && result.errors == "")
                #expect(result.lines.count == 1)
                #expect(result.output.hasPrefix("forked: commit 4, "))
                #expect(try CityStore.files(store) == before)
                let (present, forked) = (try dumped(store), try dumped(fork))
                #expect(forked == present)
                #expect(try Tool.run("mark", fork, "mine").status == 0)
                #expect(try Tool.run("verify", fork, "--deep").status == 0)
                #expect(try Tool.run("verify", store, "--deep").status == 0)
                #expect(try CityStore.files(store) == before)
                // Each has its own backups.
                #expect(try Tool.run("backup", store, "\(store).backup").status == 0)
                let refused = try Tool.run("backup", fork, "\(store).backup")
                #expect(refused.status != 0)
                #expect(refused.errors.contains("The store is a fork"))
            }
        }

        @Test func `a fork of a former state is that state`() throws {
            try CityStore.withCheckpoint { store in
                let fork = "\(store).fork"
                #expect(try Tool.run("fork", store, fork, "--at", "2").status == 0)
                let (former, forked) = (try dumped(store, ["--at", "2"]), try dumped(fork))
                #expect(forked == former)
                #expect(try Tool.run("verify", fork, "--deep").status == 0)
                #expect(try Tool.run("log", fork).output.contains("2 "))
            }
        }

        @Test func `what cannot be forked is refused, and nothing is made`() throws {
            try CityStore.withCheckpoint { store in
                let fork = "\(store).fork"
                for arguments in [["--at", "99"], ["--at", "no mark"]] {
                    let result = try Tool.run(
                        path: Tool.executable(), ["fork", store, fork] + arguments)
                    #expect(result.status != 0)
                    #expect(!FileManager.default.fileExists(atPath: fork))
                }
                #expect(try Tool.run("fork", "\(store).none", fork).status != 0)
                let before = try CityStore.files(store)
                for target in [store, "\(store)/fork"] {
                    #expect(try Tool.run("fork", store, target).status != 0)
                }
                #expect(try CityStore.files(store) == before)
            }
        }
    }
}
