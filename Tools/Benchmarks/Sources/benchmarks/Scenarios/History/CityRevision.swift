/// One of the states that a city has had.
struct CityRevision: Answer {
    /// The number of commits since the one that wrote this state; nil for the oldest state, which
    /// is older than the history.
    let age: Int?
    /// The city; nil if it was deleted.
    let city: City?

    func mix(into digest: inout Digest) {
        digest.mix(age ?? -1)
        digest.mix(city == nil ? 0 : 1)
        city?.mix(into: &digest)
    }
}
