extension Array {
    /// Stores an element at its number and fills gaps with nil. Numbers are consecutive, and a
    /// process's first dictionary costs more time than opening a store may take.
    mutating func set<Numbered>(_ element: Numbered, at number: Int) where Element == Numbered? {
        while count <= number { append(nil) }
        self[number] = element
    }
}
