/// An order of texts that the caller provides: the engine knows no languages.
///
/// Collations with the same name are equal. No index uses a collation, since its order may differ
/// between machines.
package struct Collation: Sendable {
    package let name: String
    /// Returns a negative number if the first text precedes the second, 0 if they are equal.
    let compare: @Sendable (String, String) -> Int

    package init(_ name: String, _ compare: @escaping @Sendable (String, String) -> Int) {
        self.name = name
        self.compare = compare
    }
}

extension Collation: Hashable {
    package static func == (first: Collation, second: Collation) -> Bool {
        first.name == second.name
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
