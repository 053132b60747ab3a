/// A reader of a store on its own thread, while another thread writes.
protocol CityReader: Sendable {
    /// Returns a city of the newest commit: each call sees the latest state.
    func find(_ id: Int64) throws -> City?
}

/// A step of a mixed load: each one is a transaction.
enum Step {
    case read(Int64)
    /// Adds one inhabitant.
    case grow(Int64)
}
