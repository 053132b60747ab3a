/// What the system may do of a call without having failed: nothing, because a signal came, or only
/// a part of what it was asked for. Every file system repeats its calls here, the simulated one
/// too, so that the trials try this very loop.
package enum RepeatedCalls {
    /// - Parameter call: nil if a signal came before it did anything.
    package static func untilDone<Result, Failure: Error>(
        _ call: () throws(Failure) -> Result?
    ) throws(Failure) -> Result {
        while true {
            if let result = try call() { return result }
        }
    }

    /// Has `count` bytes moved, however many calls it takes.
    /// - Parameter call: moves some of those from an offset on, and says how many; nil if a signal
    ///   came before it moved any.
    /// - Returns: how many bytes were moved: fewer where a call could move none.
    package static func moving<Failure: Error>(
        _ count: Int, _ call: (Int) throws(Failure) -> Int?
    ) throws(Failure) -> Int {
        var done = 0
        while done < count {
            let start = done
            let moved = try untilDone { () throws(Failure) in try call(start) }
            if moved == 0 { break }
            done += moved
        }
        return done
    }
}
