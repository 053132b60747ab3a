import Testing

/// Style as a test: the rules that a formatter does not have, over all files of the repository.
@Suite struct TidyTests {
    @Test(arguments: TidyRule.all)
    func `every file follows the rule`(_ rule: TidyRule) throws {
        for violation in try SourceTree.files.get().flatMap(rule.check) {
            Issue.record("\(violation)")
        }
    }

    @Test func `the files are found, including this one`() throws {
        let paths = try SourceTree.files.get().map(\.path)
        #expect(paths.contains("Tests/TidyTests/TidyTests.swift"))
        #expect(paths.contains("Sources/NacreFormat/Checksum/CRC32C.swift"))
        #expect(paths.contains("Package.swift"))
        #expect(!paths.contains { $0.contains(".build/") })
        #expect(Set(paths).count == paths.count)
    }

    @Test func `the files that are listed as users of pointers exist and use them`() throws {
        let files = try SourceTree.files.get()
        for (module, names) in TidyRule.filesWithPointers {
            for name in names {
                let path = module + "/" + name
                let file = try #require(files.first { $0.path == path }, "unlist \(path)")
                let usesPointers = file.code.contains { TidyRule.unsafePointer($0) != nil }
                #expect(usesPointers, "unlist \(path)")
            }
        }
    }
}
