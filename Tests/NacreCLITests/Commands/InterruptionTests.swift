import Foundation
import NacreEngine
import Testing

extension ToolTests {
    /// Commands that a signal ends, or that fail, before their work is done.
    @Suite struct Interruptions {
        private static let count = 20_000

        /// Makes a folder with a store S and a file of its objects.
        private func withStore(_ body: (String) throws -> Void) throws {
            try TemporaryFolder.with { folder in
                let lines = (0..<Self.count).map { "{\"id\":\($0),\"t\":\"text \($0)\"}\n" }
                try Data(lines.joined().utf8).write(to: URL(filePath: "\(folder)/a.jsonl"))
                let result = try Tool.run(
                    "import", "S", "--entity", "A", "--id", "id", "a.jsonl", from: folder)
                try #require(result.status == 0)
                try body(folder)
            }
        }

        /// Runs a command and sends signals after a delay.
        /// - Returns: The number of the signal that ended it, or its exit code, negative.
        private func interrupt(
            _ arguments: [String], in folder: String, by signals: [Int32], after delay: UInt32
        ) throws -> Int32 {
            let process = Process()
            process.executableURL = URL(filePath: try Tool.executable())
            process.arguments = arguments
            process.currentDirectoryURL = URL(filePath: folder)
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            usleep(delay)
            for signal in signals { kill(process.processIdentifier, signal) }
            process.waitUntilExit()
            return process.terminationReason == .uncaughtSignal
                ? process.terminationStatus : -process.terminationStatus
        }

        private func names(_ folder: String) throws -> Set<String> {
            Set(try FileManager.default.contentsOfDirectory(atPath: folder))
        }

        private func removeAll(but names: Set<String>, in folder: String) throws {
            for name in try self.names(folder).subtracting(names) {
                try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
            }
        }

        /// Whether a command's output is there and complete. A signal may come between the end of
        /// the work and the end of the process.
        private func isWhole(_ folder: String) throws -> Bool {
            guard try names(folder).contains("out") else { return false }
            if (try? names("\(folder)/out")) != nil {
                let result = try Tool.run("count", "out", "A", from: folder)
                return result.lines == ["\(Self.count)"]
            }
            return FileManager.default.contentsEqual(
                atPath: "\(folder)/out", andPath: "\(folder)/d.jsonl")
        }

        private static let commands = [
            ["salvage", "S", "out"], ["import", "out", "--entity", "A", "--id", "id", "a.jsonl"],
            ["load", "out", "d.jsonl"], ["dump", "S", "-o", "out"],
            ["bench", "S", "--seconds", "0.02"],
        ]

        /// Returns the duration of a command in microseconds.
        private func duration(of command: [String], in folder: String) throws -> UInt32 {
            let clock = ContinuousClock()
            let start = clock.now
            let result = try Tool.run(path: Tool.executable(), command, directory: folder)
            #expect(result.status == 0, "\(result.errors)")
            return UInt32((clock.now - start) / .microseconds(1))
        }

        @Test(arguments: commands)
        func `a signal at any moment leaves nothing incomplete`(command: [String]) throws {
            try withStore { folder in
                #expect(
                    try Tool.run("dump", "S", "-o", "d.jsonl", from: folder).status == 0)
                let before = try names(folder)
                let duration = try duration(of: command, in: folder)
                try removeAll(but: before, in: folder)
                var ended = 0
                for round in 0..<15 {
                    let signal = [SIGINT, SIGTERM, SIGHUP][round % 3]
                    let delay = duration / 16 * UInt32(round + 1)
                    let status = try interrupt(command, in: folder, by: [signal], after: delay)
                    if status == signal {
                        ended += 1
                        if try isWhole(folder) { try removeAll(but: before, in: folder) }
                        #expect(try names(folder) == before, "\(command), \(delay) us")
                    } else {
                        // The command was done before the signal came.
                        #expect(status == 0)
                        try removeAll(but: before, in: folder)
                    }
                }
                #expect(ended > 3)
                if command[0] == "bench" { return }
                let result = try Tool.run(path: Tool.executable(), command, directory: folder)
                #expect(result.status == 0, "\(result.errors)")
            }
        }

        @Test func `a killed salvage leaves no store, and the next one completes`() throws {
            try withStore { folder in
                let before = try names(folder)
                let duration = try duration(of: ["salvage", "S", "out"], in: folder)
                try removeAll(but: before, in: folder)
                var left = 0
                for round in 1..<16 {
                    _ = try interrupt(
                        ["salvage", "S", "out", "--report", "r\(round)"], in: folder,
                        by: [SIGKILL], after: duration / 16 * UInt32(round))
                    guard try names(folder).contains("out") else { continue }
                    let verified = try Tool.run("verify", "out", from: folder)
                    if verified.status == 0 { break }
                    #expect(verified.status == 66)
                    left += 1
                    let result = try Tool.run(
                        "salvage", "S", "out", "--report", "again\(round)", from: folder)
                    #expect(result.status == 0, "\(result.errors)")
                    #expect(
                        try Tool.run("count", "out", "A", from: folder).output
                            == "\(Self.count)\n")
                    try FileManager.default.removeItem(atPath: "\(folder)/out")
                }
                #expect(left > 0)
            }
        }

        @Test func `a second signal ends a command at once, and ignored ones are ignored`() throws {
            try withStore { folder in
                let salvage = ["salvage", "S", "out"]
                let before = try names(folder)
                let duration = try duration(of: salvage, in: folder)
                try removeAll(but: before, in: folder)
                let status = try interrupt(
                    salvage, in: folder, by: [SIGINT, SIGTERM, SIGHUP, SIGINT], after: duration / 2)
                #expect([SIGINT, SIGTERM, SIGHUP].contains(status))
                let tool = try Tool.executable()
                let result = try Tool.run(
                    path: "/bin/sh",
                    [
                        "-c",
                        "trap '' HUP; rm -rf out*; '\(tool)' salvage S out >/dev/null & "
                            + "sleep 0.1; kill -HUP $!; wait $!; echo $?",
                    ], directory: folder)
                #expect(result.output == "0\n")
            }
        }

        @Test func `a failed load or import leaves no new store`() throws {
            try withStore { folder in
                let names = try names(folder)
                let lines = try String(contentsOfFile: "\(folder)/a.jsonl", encoding: .utf8)
                try Data((lines + "{\"id\":1,\n").utf8).write(to: URL(filePath: "\(folder)/bad"))
                let dump = try Tool.run("dump", "S", from: folder).output
                try Data((dump + "{}\n").utf8).write(to: URL(filePath: "\(folder)/dump"))
                let before = names.union(["bad", "dump"])
                for (command, line) in [
                    (["load", "out", "dump"], Self.count + 2),
                    (["import", "out", "--entity", "A", "--id", "id", "bad"], Self.count + 1),
                ] {
                    let result = try Tool.run(path: Tool.executable(), command, directory: folder)
                    #expect(result.status == 65)
                    #expect(result.errors.contains(":\(line): "), "\(result.errors)")
                    #expect(!result.errors.contains("stay in the store"))
                    #expect(try self.names(folder) == before)
                }
                // In an existing store the commits stay, as always.
                #expect(
                    try Tool.run("load", "S", "dump", from: folder).errors.contains("stay in the"))
            }
        }

        @Test func `exceeding the limit of file sizes is a reported error`() throws {
            try withStore { folder in
                let tool = try Tool.executable()
                // Saving unchanged objects would take no space.
                let text = try String(contentsOfFile: "\(folder)/a.jsonl", encoding: .utf8)
                try Data(text.replacing("text", with: "other").utf8)
                    .write(to: URL(filePath: "\(folder)/b.jsonl"))
                for command in [
                    "import S --entity A --id id b.jsonl", "compact S", "backup S bk",
                    "salvage S sv", "dump S -o d", "load new d.jsonl", "dump S",
                ] {
                    _ = try Tool.run("dump", "S", "-o", "d.jsonl", from: folder)
                    let result = try Tool.run(
                        path: "/bin/bash",
                        ["-c", "ulimit -f 300; '\(tool)' \(command) > o"], directory: folder)
                    #expect(result.status == 74, "\(command): \(result.errors)")
                    #expect(
                        result.errors.contains("allows no larger file")
                            || result.errors.contains("File too large"),
                        "\(command): \(result.errors)")
                    #expect(try Tool.run("verify", "S", from: folder).status == 0)
                }
                #expect(
                    try names(folder).subtracting(["bk", "o"])
                        == ["S", "a.jsonl", "b.jsonl", "d.jsonl"])
            }
        }
    }
}
