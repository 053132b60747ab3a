extension Array {
    /// Puts what has a number in its place, with nil where no other is: numbers are given one after
    /// another, and a dictionary costs a process more than opening a store may take.
    mutating func set<Numbered>(_ element: Numbered, at number: Int) where Element == Numbered? {
        while count <= number { append(nil) }
        self[number] = element
    }
}
