import Testing

/// The folders of a module use each other in only one direction.
@Suite struct LayerTests {
    private static let modules = ["Sources/NacreEngine", "Sources/Nacre"]

    @Test(arguments: modules)
    func `each folder has its place in the order`(_ module: String) throws {
        let layers = try Layers(module, in: SourceTree.files.get())
        #expect(layers.folders.count > 5, "the README's table was not found")
        #expect(layers.unmatched.isEmpty)
        #expect(Set(layers.folders).count == layers.folders.count)
    }

    @Test(arguments: modules)
    func `no folder uses one above it`(_ module: String) throws {
        for violation in try Layers(module, in: SourceTree.files.get()).violations {
            Issue.record("\(violation)")
        }
    }

    /// Makes a module of two folders; `High` is above `Low`.
    private static func layers(_ low: String, _ high: String) throws -> Layers {
        try Layers(
            "Sources/Some",
            in: [
                SourceFile(
                    path: "Sources/Some/README.md", text: "| `Low` | first |\n| `High` | then |\n"),
                SourceFile(path: "Sources/Some/Low/Low.swift", text: low),
                SourceFile(path: "Sources/Some/High/High.swift", text: high),
            ])
    }

    @Test func `a use of a higher type is found with its file, line and name`() throws {
        let layers = try Self.layers(
            "struct One {\n    let other: Other?\n}\n", "struct Other { let one: One }\n")
        #expect(layers.unmatched.isEmpty)
        let remark = "Other is declared in High/, which is above Low/"
        #expect(
            layers.violations.map(\.description) == ["Sources/Some/Low/Low.swift:2: \(remark)"])
    }

    @Test func `members, comments and names of nested types are not uses`() throws {
        let low = """
            struct One {
                struct Inner {}  // Other
                let text = "Other"
                let inner: Inner
                func member() { call(.Other, something.Other) }
            }
            """
        #expect(
            try Self.layers(low, "struct Other {}\nstruct Inner {}\n").violations.isEmpty)
    }

    @Test func `a folder without a place is reported`() throws {
        let layers = try Layers(
            "Sources/Some",
            in: [
                SourceFile(path: "Sources/Some/README.md", text: "| `Low` | first |\n"),
                SourceFile(path: "Sources/Some/Other/File.swift", text: ""),
            ])
        #expect(layers.unmatched == ["Low", "Other"])
    }
}
