/// The clock by which the age of commits is measured. It does not follow the system's clock while
/// the store is open, and starts with the earlier of that clock and the newest commit's time. So
/// one start with a wrong clock makes no state seem old, and the next start is right again.
struct AgeClock: Sendable {
    /// The time at the start, in microseconds since 1970.
    private let base: Int64
    private let start: Int64
    private let uptime: @Sendable () -> Int64

    /// - Parameter last: The time of the newest commit, in microseconds since 1970; nil if there is
    ///   none.
    init(_ environment: Environment, last: Int64?) {
        base = min(environment.now(), last ?? .max)
        uptime = environment.uptime
        start = uptime()
    }

    /// The time, in microseconds since 1970.
    var now: Int64 { base &+ max(0, uptime() &- start) }
}
