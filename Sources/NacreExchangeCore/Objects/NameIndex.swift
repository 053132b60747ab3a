/// Maps names to ordinals. The objects of a file mostly have their members in the same order, so
/// each name is first compared with the expected next one.
package struct NameIndex {
    package private(set) var names: [String] = []
    private var ordinals: [String: Int] = [:]
    private var expected = 0

    package init(_ names: [String] = []) {
        for name in names { append(name) }
    }

    /// - Returns: The new name's ordinal.
    @discardableResult
    package mutating func append(_ name: String) -> Int {
        ordinals[name] = names.count
        names.append(name)
        expected = names.count
        return names.count - 1
    }

    /// Expects the first name next.
    package mutating func restart() { expected = 0 }

    package mutating func ordinal(of name: String) -> Int? {
        if expected < names.count, names[expected] == name {
            expected += 1
            return expected - 1
        }
        guard let ordinal = ordinals[name] else { return nil }
        expected = ordinal + 1
        return ordinal
    }
}
