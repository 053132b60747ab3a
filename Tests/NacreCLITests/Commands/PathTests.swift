import Foundation
import NacreEngine
import Testing

extension ToolTests {
    /// Misleading paths.
    @Suite struct Paths {
        private func shell(_ script: String) throws -> Tool.Result {
            try TemporaryFolder.with { folder in
                try CityStore.make(at: "\(folder)/S").close()
                return try Tool.run(
                    path: "/bin/sh", ["-c", "N='\(Tool.executable())'; \(script)"],
                    directory: folder)
            }
        }

        @Test func `a path that is not UTF-8 is refused, and leads to no other store`() throws {
            let result = try shell(
                "echo '{\"id\":1}' > a.jsonl; for c in 376 377; do "
                    + "$N import \"$(printf \"s\\\\$c\")\" --entity A --id id a.jsonl; echo $?; "
                    + "done; ls -A")
            #expect(result.lines == ["64", "64", "S", "a.jsonl"])
            #expect(result.errors.hasPrefix("nacre: 's\u{fffd}': Argument 2 is not UTF-8. "))
        }

        @Test func `neither a salvage nor a backup writes into its source`() throws {
            for path in ["S/new", "./S/new", "S/../S/new", "l/new", "l/.", "S/./"] {
                for command in ["salvage S", "salvage ./S", "salvage l", "backup S", "backup l"] {
                    let result = try shell(
                        "ln -s S l; ls S > b; $N \(command) \(path); echo $?; ls S | cmp - b")
                    #expect(result.lines == ["66"], "\(command) \(path): \(result.errors)")
                }
            }
        }
    }
}
