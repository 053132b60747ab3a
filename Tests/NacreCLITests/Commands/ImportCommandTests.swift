import Foundation
import Testing

extension ToolTests {
    @Suite struct ImportDumpLoad {
        private func write(_ text: String, _ path: String) throws {
            try Data(text.utf8).write(to: URL(filePath: path))
        }

        /// Returns the output of a shell, with $N for the tool, in a folder with a file a.jsonl of
        /// two lines.
        private func shell(_ script: String) throws -> Tool.Result {
            try TemporaryFolder.with { folder in
                try write("{\"id\":2,\"n\":\"x\"}\n{\"id\":1,\"n\":null}\n", "\(folder)/a.jsonl")
                return try Tool.run(
                    path: "/bin/sh", ["-c", "N='\(Tool.executable())'; \(script)"],
                    directory: folder)
            }
        }

        @Test func `an import reports its result, and a second one updates`() throws {
            let result = try shell(
                "$N import s --entity A --id id a.jsonl && $N import s --entity A a.jsonl")
            #expect(result.status == 0)
            #expect(result.errors == "")
            #expect(result.lines.count == 2)
            #expect(result.lines[0].hasPrefix("imported 2 objects into A (2 new, 0 updated) in "))
            #expect(result.lines[0].hasSuffix(" objects/s"))
            #expect(result.lines[1].hasPrefix("imported 2 objects into A (0 new, 2 updated) in "))
        }

        @Test func `an import keeps former states on request, and shortens no policy`() throws {
            let result = try shell(
                "$N import s --entity A --id id --history '30 days' a.jsonl && "
                    + "$N import s --entity A --history '1 day' a.jsonl && $N keep s")
            #expect(result.status == 0)
            #expect(result.lines.contains("policy: 30.0 days"))
            let refused = try shell("$N import s --entity A --history sometimes a.jsonl")
            #expect(refused.status == 64)
            #expect(refused.errors.contains("--history"))
        }

        @Test func `standard input is imported as JSON Lines, or as CSV on request`() throws {
            let result = try shell(
                "$N import s --entity A --id id - < a.jsonl && cat a.jsonl | "
                    + "$N import s --entity A - && $N dump s --entity A | tail -n 1; "
                    + "printf 'id,t\\n7,x\\n' | $N import s --entity B --id id --format csv - "
                    + "&& $N fetch s B --json")
            #expect(result.lines.first?.hasPrefix("imported 2 objects") == true)
            #expect(result.lines.contains("{\"entity\":\"A\",\"object\":{\"id\":1}}"))
            #expect(result.lines.last == "{\"id\":7,\"t\":\"x\"}")
            #expect(result.errors == "")
            #expect(result.status == 0)
        }

        @Test func `a named pipe is read twice by means of a copy`() throws {
            let result = try shell(
                "mkfifo p.csv; printf 'id;t\\n007;\"a\nb\"\\n' > p.csv & "
                    + "$N import s --entity A --id id p.csv && $N dump s | tail -n 1")
            #expect(
                result.errors
                    == "nacre: p.csv:2: 'id' is stored as string: '007' begins with a zero.\n")
            #expect(
                result.lines.last
                    == "{\"entity\":\"A\",\"object\":{\"id\":\"007\",\"t\":\"a\\nb\"}}")
        }

        @Test(arguments: [
            ("import s --entity A none.jsonl", 66, "none.jsonl: There is no such file."),
            ("import s --entity A .", 65, ".: This is a directory."),
            ("import s --entity A --id x a.jsonl", 65, "a.jsonl:1: This object has no 'x',"),
            ("import a.jsonl --entity A a.jsonl", 66, "This is a file, and a store is a dir"),
            ("load s none.jsonl", 66, "none.jsonl: There is no such file."),
            ("load s a.jsonl", 65, "a.jsonl:1: A line of a dump was expected"),
            ("dump none", 66, "There is no store here."),
            ("import s a.jsonl", 64, "Missing expected argument '--entity <entity>'"),
            ("import s --entity A --format xml a.jsonl", 64, "The value 'xml' is invalid"),
        ])
        func `a refusal gives the reason`(command: String, status: Int32, message: String) throws {
            let result = try shell("$N \(command)")
            #expect(result.status == status)
            #expect(result.output == "")
            #expect(result.errors.hasPrefix("nacre: \(message)"), "\(result.errors)")
        }

        @Test func `a file that cannot be imported leaves no new store`() throws {
            let result = try shell(
                "$N import s --entity A --id x a.jsonl; $N import s --entity A x; ls -d s")
            #expect(result.output == "")
        }

        @Test func `the next import completes a store whose creation was interrupted`() throws {
            let result = try shell(
                "mkdir s; touch s/00000001.seg s/lock; $N import s --entity A --id id a.jsonl "
                    + ">/dev/null; $N count s A; rm s/manifest; "
                    + "$N import s --entity A --id id a.jsonl")
            #expect(result.output == "2\n")
            #expect(result.status == 65)
            #expect(
                result.errors.hasPrefix(
                    "nacre: The directory holds files of a store but no manifest."))
        }

        @Test func `a directory that is not a store is refused and unchanged`() throws {
            let result = try shell(
                "mkdir d; touch d/mine; $N import d --entity A a.jsonl; $N load d /dev/null; ls d")
            #expect(result.output == "mine\n")
            #expect(
                result.errors.hasPrefix("nacre: The directory is not empty and not a store: it "))
        }

        @Test func `a file that is not a dump leaves no new store`() throws {
            let result = try shell(
                "$N load s a.jsonl; $N load s /bin/sh; "
                    + "echo '{\"entity\":\"A\",\"object\":{}}' | $N load s -; ls -d s")
            #expect(result.output == "")
            #expect(result.errors.contains("standard input:1: A line of a dump was expected"))
        }

        @Test func `a file without objects makes no entity, and the import reports it`() throws {
            let result = try shell("$N import s --entity A /dev/null")
            #expect(result.status == 0)
            #expect(result.lines.first?.hasPrefix("imported 0 objects into A ") == true)
            #expect(
                result.errors
                    == "nacre: /dev/null: There are no objects in it; "
                    + "the entity 'A' was not made.\n")
        }

        @Test func `the parent directory of a new store must exist`() throws {
            let result = try shell("$N import no/s --entity A a.jsonl")
            #expect(result.status == 66)
            #expect(
                result.errors
                    == "nacre: The parent directory does not exist. "
                    + "Check the path, or make the directory. [no/s]\n")
        }

        @Test(.enabled(if: Nobody.isAvailable, Nobody.requirement))
        func `a file without read permission ends with the documented exit code`() throws {
            try TemporaryFolder.with { folder in
                try write("{}", "\(folder)/a.jsonl")
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o755], ofItemAtPath: folder)
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0], ofItemAtPath: "\(folder)/a.jsonl")
                let result = try Nobody.run(
                    "import", "\(folder)/s", "--entity", "A", "\(folder)/a.jsonl")
                #expect(result.status == 77)
                #expect(
                    result.errors.hasSuffix(
                        ": You may not read this file. Check its perm"
                            + "issions.\n"))
            }
        }

        @Test func `names in the file cannot send commands to the terminal`() throws {
            let result = try shell(
                "printf '{\"\\\\u001b[31m\":1}\\n{}\\n' > b.jsonl; $N import s --entity B b.jsonl; "
                    + "printf '{\"\\\\u001b[32m\":1}\\n' > b.jsonl; $N import s --entity B b.jsonl")
            #expect(result.status == 65)
            #expect(
                result.errors
                    == "nacre: b.jsonl:1: '\\u{1b}[32m' is not an attribute of 'B'. It has: _id, "
                    + "\\u{1b}[31m. Rename or remove it, or choose another entity.\n")
        }

        @Test func `dump, load and dump again produce the same bytes`() throws {
            let result = try shell(
                "$N import s --entity A --id id a.jsonl >/dev/null; "
                    + "$N import s --entity B a.jsonl >/dev/null; "
                    + "$N dump s > s.jsonl; $N load t s.jsonl >/dev/null; $N dump t -o t.jsonl; "
                    + "$N dump t | $N load u - ; $N dump u --output=- | cmp - s.jsonl "
                    + "&& cmp s.jsonl t.jsonl && wc -l < t.jsonl; ls *.partial")
            #expect(result.lines.first?.hasPrefix("loaded 4 objects into u (4 new, ") == true)
            #expect(result.lines.last?.filter { $0 != " " } == "6")
        }

        @Test func `an earlier dump is kept if a later one fails`() throws {
            let result = try shell(
                "echo old > d; $N dump none -o d; $N import s --entity A --id id a.jsonl; "
                    + "$N dump s --entity X -o d; cat d; $N dump s -o no/d; ls d*")
            #expect(result.lines.dropFirst() == ["old", "d"])
            #expect(result.status == 0)
        }

        @Test func `only the owner can read a dump, and a link does not redirect it`() throws {
            let result = try shell(
                "echo kept > victim; ln -s victim d.partial; "
                    + "$N import s --entity A --id id a.jsonl >/dev/null; "
                    + "$N dump s -o d; cat victim; stat -c %a d; ls d*")
            #expect(result.lines == ["kept", "600", "d", "d.partial"])
        }

        @Test func `a dump ends silently if its reader goes away`() throws {
            let result = try shell(
                "seq 1 10000 | sed 's/.*/{\"id\":&}/' > b.jsonl; "
                    + "$N import s --entity B --id id b.jsonl >/dev/null; "
                    + "$N dump s | head -n 2 | tail -n 1; (trap '' PIPE; $N dump s) | head -n 0")
            #expect(result.output == "{\"entity\":\"B\",\"object\":{\"id\":1}}\n")
            #expect(result.errors == "")
        }
    }
}
