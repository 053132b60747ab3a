/// The limits on reads whose cost the client decides.
struct ReadLimits: Sendable {
    /// The longest time that a read may take. Then it ends with 503.
    var duration = Duration.seconds(2)
    /// The number of processors that one read may use. With 1, a client that searches without pause
    /// leaves the other processors to the other clients.
    var processors = 1
    /// The pause before the answer to a search, as a multiple of the time that the search took. A
    /// client that searches without pause then occupies a part of a processor: half with 1.
    var searchPause = 1.0
    /// The number of objects on a page.
    var pageSizeMax = 100

    /// The time by which a read that begins now must end.
    var deadline: ContinuousClock.Instant { .now + duration }
}
