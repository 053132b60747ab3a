import Foundation
import NacreFormat
import Testing

extension ToolTests {
    /// The message and exit status of every command for stores that it cannot read.
    @Suite struct Failures {
        private static let opening = [["info"], ["schema"], ["count", "City"], ["fetch", "City"]]
        private static let reading = opening + [["verify"]]

        private func run(_ command: [String], _ store: String) throws -> Tool.Result {
            try Tool.run(path: Tool.executable(), [command[0], store] + command.dropFirst())
        }

        @Test(arguments: reading + [["compact"]])
        func `a path without a store is refused`(command: [String]) throws {
            try TemporaryFolder.with { folder in
                let result = try run(command, "\(folder)/none.nacre")
                #expect(result.status == 66)
                #expect(result.output == "")
                #expect(result.errors.hasPrefix("nacre: "))
                #expect(result.errors.contains("[\(folder)/none.nacre]"))
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
            }
        }

        @Test(arguments: reading + [["compact"]])
        func `a file instead of a directory is refused`(command: [String]) throws {
            try TemporaryFolder.with { folder in
                let path = "\(folder)/file"
                try Data("some text".utf8).write(to: URL(filePath: path))
                let result = try run(command, path)
                #expect(result.status == 66)
                #expect(result.errors.hasPrefix("nacre: This is a file, and a store is a dir"))
            }
        }

        @Test(arguments: reading + [["compact"], ["inspect"]])
        func `an empty directory is not a store and stays empty`(command: [String]) throws {
            try TemporaryFolder.with { folder in
                let result = try run(command, folder)
                #expect(result.status == 66)
                #expect(result.errors.hasPrefix("nacre: "))
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
            }
        }

        @Test(arguments: opening)
        func `a flipped byte is damage, with file and offset`(command: [String]) throws {
            try CityStore.with { store in
                let segment = "\(store)/\(CityStore.segment)"
                try CityStore.flipByte(of: "Tokyo", in: segment)
                let result = try run(command, store)
                #expect(result.status == 65)
                #expect(result.output == "")
                #expect(result.errors.contains("[\(segment) at offset "))
                #expect(result.errors.contains("payload CRC should be "))
            }
        }

        @Test(arguments: opening)
        func `a damaged manifest without a former one is damage`(command: [String]) throws {
            try CityStore.with { store in
                try CityStore.replace("generation 1", by: "generation 2", in: "\(store)/manifest")
                let result = try run(command, store)
                #expect(result.status == 65)
                #expect(result.errors.contains("\(store)/manifest at offset"))
            }
        }

        @Test(arguments: reading + [["compact"]])
        func `a newer format is reported as such`(command: [String]) throws {
            try CityStore.with { store in
                // With another generation, the checksum is not that of a damaged manifest of our
                // version.
                try CityStore.replace("nacre 0", by: "nacre 1", in: "\(store)/manifest")
                try CityStore.replace("generation 1", by: "generation 2", in: "\(store)/manifest")
                let result = try run(command, store)
                #expect(result.status == 76)
                #expect(result.errors.contains("needs a newer version"))
            }
        }

        @Test(.enabled(if: Nobody.isAvailable, Nobody.requirement))
        func `a store without read permission is refused`() throws {
            try CityStore.with { store in
                for (name, permissions) in [("..", 0o755), (".", 0o755), ("manifest", 0o000)] {
                    try FileManager.default.setAttributes(
                        [.posixPermissions: permissions], ofItemAtPath: "\(store)/\(name)")
                }
                let result = try Nobody.run("info", store)
                #expect(result.status == 77)
                #expect(result.output == "")
                #expect(result.errors.contains("Check the permissions"))
                #expect(result.errors.contains("[\(store)/manifest]"))
            }
        }

        @Test(.enabled(if: Nobody.isAvailable, Nobody.requirement))
        func `a store without write permission can be read but not changed`() throws {
            try CityStore.with { store in
                let files = try FileManager.default.contentsOfDirectory(atPath: store)
                for name in ["..", "."] + files {
                    try FileManager.default.setAttributes(
                        [.posixPermissions: name.hasPrefix(".") ? 0o555 : 0o444],
                        ofItemAtPath: "\(store)/\(name)")
                }
                for command in Self.reading {
                    let result = try Nobody.run([command[0], store] + command.dropFirst())
                    #expect(result.status == 0)
                }
                #expect(try Nobody.run("compact", store).status == 77)
                for name in ["..", "."] {
                    try FileManager.default.setAttributes(
                        [.posixPermissions: 0o755], ofItemAtPath: "\(store)/\(name)")
                }
            }
        }

        @Test func `a wrong command line prints the usage`() throws {
            let result = try Tool.run("fetch")
            #expect(result.status == 64)
            #expect(result.errors.hasPrefix("nacre: Missing expected argument '<store>'"))
            #expect(result.errors.contains("Usage: nacre fetch <store> <entity>"))
            let unknown = try Tool.run("info", "\u{1b}[31m", "x")
            #expect(unknown.status == 64)
            #expect(!unknown.errors.contains("\u{1b}"))
        }

        @Test func `a name with escape sequences is escaped on the terminal`() throws {
            let result = try Tool.run("info", "/nonexistent/\u{1b}]0;title\u{7}")
            #expect(result.status == 66)
            #expect(result.errors.contains("\\u{1b}]0;title\\u{7}"))
            #expect(!result.errors.contains("\u{1b}"))
        }

        @Test func `a full standard output is an error`() throws {
            try #require(FileManager.default.fileExists(atPath: "/bin/sh"))
            guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
            try CityStore.with { store in
                let tool = try Tool.executable()
                let result = try Tool.run(
                    path: "/bin/sh", ["-c", "'\(tool)' count '\(store)' City > /dev/full"])
                #expect(result.status == 74)
                #expect(result.errors.hasPrefix("nacre: Standard output cannot be written to"))
            }
        }

        @Test func `a closed reader of standard output is not an error`() throws {
            try CityStore.with { store in
                let tool = try Tool.executable()
                let script = """
                    '\(tool)' inspect '\(store)' | true
                    (trap '' PIPE; sleep 0.2; '\(tool)' info '\(store)'; echo $? >&2) | true
                    """
                let result = try Tool.run(path: "/bin/sh", ["-c", script])
                // The status that a shell reports for a process that the signal has ended.
                #expect(result.errors == "141\n")
            }
        }

        @Test func `help names all exit codes`() throws {
            let result = try Tool.run("--help")
            #expect(result.status == 0)
            for code in [0, 64, 65, 66, 70, 73, 74, 75, 76, 77] {
                #expect(result.lines.contains { $0.contains(" \(code)  ") })
            }
            #expect(try Tool.run("--version").output.hasPrefix("0."))
        }
    }
}
