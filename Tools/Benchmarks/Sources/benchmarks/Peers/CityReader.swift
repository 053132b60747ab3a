/// Somebody who reads a store from a thread of his own, while another one writes.
protocol CityReader: Sendable {
    /// What is there at this moment: each call sees the newest commit.
    func find(_ id: Int64) throws -> City?
}

/// A step of a mixed load: each one a transaction.
enum Step {
    case read(Int64)
    /// One more inhabitant.
    case grow(Int64)
}
