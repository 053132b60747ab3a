/// The calls of the scenario, which each peer answers.
protocol WideStore {
    /// Returns attributes i3 and s2 of all objects.
    func two() throws -> [WidePair]

    /// Returns attributes i7 and d3 of all objects. They have columns in Nacre.
    func numbers() throws -> [WideNumbers]

    func all() throws -> [Wide]

    /// Returns the sum of attribute i5.
    func sum() throws -> Int
}
