import Foundation
import NacreEngine
import NacreFormat
import Testing

extension ToolTests {
    /// The files that commands write, except stores.
    @Suite struct OutputFiles {
        /// Returns the output of a shell in a folder with a store S, with $N for the tool.
        private func shell(
            _ script: String, preparing prepare: (String) throws -> Void = { _ in }
        ) throws -> Tool.Result {
            try TemporaryFolder.with { folder in
                try CityStore.make(at: "\(folder)/S").close()
                try prepare(folder)
                return try Tool.run(
                    path: "/bin/sh", ["-c", "N='\(Tool.executable())'; \(script)"],
                    directory: folder)
            }
        }

        /// The two commands that write such a file, here to f.
        private static let commands = ["dump S -o f", "salvage S out --report f"]

        @Test(arguments: commands)
        func `output follows no link, waits for no pipe and replaces no file`(
            command: String
        ) throws {
            for (making, status) in [
                ("echo kept > victim; ln -s victim f", 74), ("ln -s nowhere f", 74),
                ("mkfifo f", 74), ("mkdir f", 74), ("echo kept > f", 73),
            ] {
                let result = try shell(
                    "\(making); timeout 20 $N \(command) >/dev/null; echo $?; "
                        + "cat $(find victim f -type f 2>/dev/null) /dev/null | grep -c kept; "
                        + "ls -d out nowhere *.partial 2>/dev/null")
                #expect(result.lines.first == "\(status)", "\(making): \(result.errors)")
                #expect(result.lines.count == 2, "\(making): \(result.lines)")
                #expect(result.lines.last == (making.contains("kept") ? "1" : "0"))
            }
        }

        @Test(arguments: commands)
        func `a file that cannot be written is reported before the work begins`(
            command: String
        ) throws {
            let command = command.replacing(" f", with: " no/f")
            let result = try shell("$N \(command); echo $?; ls -A")
            #expect(result.lines == ["66", "S"])
            #expect(result.errors.hasPrefix("nacre: Could not make the file. [no/f]"))
        }

        @Test(arguments: commands)
        func `no path writes an output file into the store`(command: String) throws {
            for path in ["S/f", "./S/../S/f", "l/f", "S/manifest"] {
                let command = command.replacing(" f", with: " \(path)")
                let result = try shell(
                    "ln -s S l; ls S > b; $N \(command); echo $?; ls S | cmp - b")
                #expect(result.lines == ["64"], "\(path): \(result.errors)")
            }
        }

        @Test func `a file is replaced on request, completely or not at all`() throws {
            let result = try shell(
                "echo old > f; $N dump S -o f --overwrite && head -c 9 f; echo; ls | wc -l; "
                    + "ln f g; echo old > f; $N dump S -o f --overwrite; cat g; "
                    + "echo kept > v; rm f; ln -s v f; $N dump S -o f --overwrite; cat v")
            #expect(
                result.lines.map { $0.trimmingCharacters(in: .whitespaces) } == [
                    "{\"schema\"", "2", "old", "kept",
                ])
        }

        @Test func `a list of losses is printed if its file has no room`() throws {
            // The checkpoint has thousands of objects of which nothing else is left.
            let result = try shell(
                "rm B/*.seg; (ulimit -f 400; $N salvage B out; echo $? > rc) | cat > o; "
                    + "cat rc; grep -o '\"id\":' o | wc -l; ls -d out*"
            ) { folder in
                let database = try CityStore.make(at: "\(folder)/B")
                try database.performChanges { changes in
                    for id in 1...9000 as ClosedRange<Int64> {
                        let name = Value.string("x")
                        try changes.save([.int(id), name, .null, .bool(true), .null], in: "City")
                    }
                }
                try database.checkpoint()
                try database.close()
            }
            #expect(result.lines.first == "74")
            #expect(result.lines.last == "out")
            #expect(result.lines.contains { $0.filter { $0 != " " } == "9000" })
            #expect(result.errors.contains("allows no larger file"))
        }

        @Test func `a report is kept under another name if its own is taken meanwhile`() throws {
            // The name is taken between the beginning and the end of the work.
            let result = try shell(
                "seq 1 30000 | sed 's/.*/{\"id\":&}/' > b; "
                    + "$N import B --entity B --id id b >/dev/null; "
                    + "(until ls out.report.json.*.partial >/dev/null 2>&1; do :; done; "
                    + "echo mine > out.report.json) & $N salvage B out > o; echo $?; "
                    + "cat out.report.json; wait; cat out.report.json*.partial | grep -c complete; "
                    + "$N count out B")
            #expect(result.lines == ["74", "mine", "1", "30000"])
            #expect(result.errors.contains("all of it is in 'out.report.json."))
        }
    }
}
