import Testing

/// Proof that each rule can fail, on text made up for it, and that it names the line.
@Suite struct TidyRuleTests {
    /// Returns the lines in which the rule finds a violation.
    private func lines(_ rule: TidyRule, _ path: String, _ text: String) -> [Int] {
        rule.check(SourceFile(path: path, text: text)).map(\.line)
    }

    private let engine = "Sources/NacreEngine/A.swift"

    @Test func `a violation reads as file, line and advice`() throws {
        let file = SourceFile(path: engine, text: "let a = 1\nprint(a)\n")
        let violation = try #require(TidyRule.printing.check(file).first)
        #expect(
            violation.description == "Sources/NacreEngine/A.swift:2: "
                + "return or throw instead of print(: a library has no console")
    }

    @Test func `column 101 is one too many`() {
        let line = String(repeating: "a", count: 100)
        #expect(lines(.columns, engine, "\n\(line)\n\(line)b\n") == [3])
        #expect(lines(.columns, "README.md", "\(line)b\n").isEmpty)
    }

    @Test func `line 401 is one too many`() {
        #expect(lines(.fileLength, engine, String(repeating: "//\n", count: 400)).isEmpty)
        #expect(lines(.fileLength, engine, String(repeating: "//\n", count: 401)) == [401])
        #expect(lines(.fileLength, "A.md", String(repeating: "a\n", count: 401)).isEmpty)
    }

    @Test func `a character that is not ASCII is found in comments and strings too`() {
        #expect(lines(.ascii, engine, "a\n// \u{e9}\nlet b = \"\u{1f600}\"\n") == [2, 3])
        #expect(lines(.ascii, "Tests/A/A.swift", "// \u{2014}\n") == [1])
        #expect(lines(.ascii, "README.md", "\u{e9}\n").isEmpty)
    }

    @Test func `a space, a tab or a carriage return at the end of a line is found`() {
        #expect(lines(.trailingSpace, "README.md", "a \nb\t\nc\r\nd\n") == [1, 2, 3])
    }

    @Test func `a file ends with a newline, and with one only`() {
        #expect(lines(.finalNewline, engine, "a\nb") == [2])
        #expect(lines(.finalNewline, engine, "a\nb\n\n") == [3])
        #expect(lines(.finalNewline, engine, "") == [1])
        #expect(lines(.finalNewline, engine, "a\nb\n").isEmpty)
    }

    @Test func `work left for later is found anywhere`() {
        let text = "// FIX" + "ME: a\n// TO" + "DO(me) b\n// XX" + "X\n// MASTODONS, XXXL\n"
        #expect(lines(.leftovers, engine, text) == [1, 2, 3])
        #expect(lines(.leftovers, "Tests/A/A.swift", text) == [1, 2, 3])
    }

    @Test func `print is found in Sources, but not in prose, members or longer names`() {
        let text = "print(a)\n// print(a)\nlet b = \"print(\"\npage.print(a)\nfootprint(a)\n"
        #expect(lines(.printing, engine, text) == [1])
        #expect(lines(.printing, "Tools/nacre/A.swift", text).isEmpty)
    }

    @Test func `force and fatal errors are found in Sources and Tools, but not in Tests`() {
        let text = "try! a()\nlet b = a as! B\nfatalError(c)\nalias!\n/* try! */ try a()\n"
        #expect(lines(.traps, engine, text) == [1, 2, 3])
        #expect(lines(.traps, "Tools/nacre/A.swift", text) == [1, 2, 3])
        #expect(lines(.traps, "Tests/A/A.swift", text).isEmpty)
    }

    @Test func `Foundation is found in NacreFormat, however it is imported`() {
        let text = """
            import Foundation
            package import struct Foundation.Data
            @preconcurrency import FoundationEssentials
            // import Foundation
            import CNacreShims

            """
        #expect(lines(.formatImports, "Sources/NacreFormat/A.swift", text) == [1, 2, 3])
        #expect(lines(.formatImports, engine, text).isEmpty)
    }

    @Test func `libc is found outside the folder for the file system`() {
        let text = "#if canImport(Glibc)\ninternal import Glibc\n#else\nimport Darwin.C\n#endif\n"
        #expect(lines(.libcImports, engine, text) == [2, 4])
        #expect(lines(.libcImports, "Tools/nacre/A.swift", text) == [2, 4])
        #expect(lines(.libcImports, "Sources/NacreEngine/FileSystem/A.swift", text).isEmpty)
    }

    @Test func `an unsafe pointer is found in a file that is not listed`() {
        let text = "let a: UnsafeMutableRawPointer\nlet b = UnsafeRawBufferPointer(c)\n// Unsafe\n"
        #expect(lines(.unsafePointers, "Sources/NacreFormat/A.swift", text) == [1])
        #expect(lines(.unsafePointers, "Sources/NacreFormat/A.swift", "a()\n" + text) == [2])
        #expect(lines(.unsafePointers, "Sources/NacreFormat/Bytes/ByteView.swift", text).isEmpty)
    }

    @Test func `line 71 of a function is one too many`() {
        func function(_ declaration: String, lines: Int) -> String {
            let body = String(repeating: "        a(\"}\") // }\n", count: lines - 2)
            return "struct A {\n    \(declaration) {\n\(body)    }\n}\n"
        }
        let declarations = [
            "func a()", "@inlinable public static func a<B>(_ b: () -> B = { 1 }) throws",
            "package init(a: Int)", "init?(a: Int)", "deinit", "subscript(a: Int) -> Int",
            "nonisolated(nonsending) func a() async",
        ]
        for declaration in declarations {
            #expect(lines(.functionLength, engine, function(declaration, lines: 70)).isEmpty)
            #expect(lines(.functionLength, engine, function(declaration, lines: 71)) == [2])
        }
    }

    @Test func `a function without a body and one in one line are measured correctly`() {
        let text = """
            protocol A {
                func a()
                func b(
                    c: Int
                ) throws
                    -> Int
            }
            func d() { e() }
            func f(
                g: Int
            ) -> Int
            where H == Int {
                1
            }
            """
        let code = text.split(separator: "\n").map(String.init)
        let extents = FunctionExtent.all(in: code)
        #expect(
            extents == [
                FunctionExtent(line: 8, lineCount: 1), FunctionExtent(line: 9, lineCount: 6),
            ])
    }

    @Test func `a document without a title and one with two are found`() {
        #expect(lines(.oneTitle, "A.md", "Text\n") == [1])
        #expect(lines(.oneTitle, "A.md", "# A\n\n# B\n## C\n# D\n") == [3, 5])
        #expect(lines(.oneTitle, "A.md", "# A\n```sh\n# no title\n```\n").isEmpty)
    }

    @Test func `a row with more or fewer cells than the head of its table is found`() {
        let table = "# A\n| a | b |\n| --- | ---: |\n| c | d |\n"
        #expect(lines(.tableRows, "A.md", table).isEmpty)
        #expect(lines(.tableRows, "A.md", table + "| e |\n| f | g | h |\n||\n") == [5, 6, 7])
        #expect(lines(.tableRows, "A.md", table + "| e | |\n| `f \\| g` | h\n").isEmpty)
        #expect(lines(.tableRows, "A.md", table + "\n| a |\n| - |\n  | b | c |\n") == [8])
        #expect(lines(.tableRows, "A.md", "# A\n| a | b |\n| c | d |\n") == [2])
        #expect(lines(.tableRows, "A.md", "# A\n```\n| a |\n| b | c |\n```\n").isEmpty)
        #expect(lines(.tableRows, engine, "| a |\n").isEmpty)
    }

    @Test func `a cell of 201 characters is too long in a benchmark's table`() {
        let cell = String(repeating: "a", count: 200)
        let text = "| a | b |\n| --- | --- |\n| \(cell) | c |\n| d | \(cell)e |\n"
        #expect(lines(.tableCells, "Tools/Benchmarks/RESULTS.md", text) == [4])
        #expect(lines(.tableCells, ".github/BENCHMARKS.md", text) == [4])
        #expect(lines(.tableCells, "Formats.md", text).isEmpty)
    }

    @Test func `an expected error that cannot fail the test is found`() {
        let path = "Tests/A.swift"
        let vacuous = "do {\n    _ = try a()\n} catch {\n    #expect(error == b)\n}\n"
        #expect(lines(.refusals, path, vacuous) == [1])
        #expect(lines(.refusals, path, "a()\ndo { _ = try b() } catch { #expect(c) }\n") == [2])
        let sound = "do {\n    _ = try a()\n    fail()\n} catch {\n    #expect(error == b)\n}\n"
        #expect(lines(.refusals, path, sound).isEmpty)
        #expect(lines(.refusals, path, "do { _ = try a() } catch { throw error }\n").isEmpty)
        #expect(lines(.swallowed, path, "try? requireEqual(a, b)\nlet c = try? d()\n") == [1])
    }

    @Test func `comments and strings are blanked, and nothing else`() {
        let text = ##"""
            a /* b /* c */ d */ e // f
            g("h \" i") + #"j " \# k"# + l
            """##
        let blanked = CodeText.withoutCommentsAndStrings(text)
        #expect(Words.all(in: blanked) == ["a", "e", "g", "l"])
        #expect(blanked.utf8.count == text.utf8.count)
        let long = "a \"\"\"\n b \" c\n \"\"\" d"
        #expect(Words.all(in: CodeText.withoutCommentsAndStrings(long)) == ["a", "d"])
    }
}
