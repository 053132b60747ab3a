/// Names with their ordinals. Objects of one file mostly have their members in one order, so each
/// name is first compared with the one that comes next.
struct NameIndex {
    private(set) var names: [String] = []
    private var ordinals: [String: Int] = [:]
    private var expected = 0

    init(_ names: [String] = []) {
        for name in names { append(name) }
    }

    /// - Returns: the new name's ordinal.
    @discardableResult
    mutating func append(_ name: String) -> Int {
        ordinals[name] = names.count
        names.append(name)
        expected = names.count
        return names.count - 1
    }

    /// The next name asked for is likely the first one.
    mutating func restart() { expected = 0 }

    mutating func ordinal(of name: String) -> Int? {
        if expected < names.count, names[expected] == name {
            expected += 1
            return expected - 1
        }
        guard let ordinal = ordinals[name] else { return nil }
        expected = ordinal + 1
        return ordinal
    }
}
