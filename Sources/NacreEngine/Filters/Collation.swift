/// An order of texts that comes from outside: the engine knows no languages.
///
/// Two of one name are one. No index has such an order: it may change with the machine.
package struct Collation: Sendable {
    package let name: String
    /// Negative if the first text comes first, 0 if neither does.
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
