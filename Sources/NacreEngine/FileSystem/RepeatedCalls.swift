/// Repeats calls that the system left undone or incomplete without failing: a signal interrupted
/// them, or they moved only some of the bytes. Every file system uses these loops, including the
/// simulated one, so the tests exercise them.
package enum RepeatedCalls {
    /// Repeats a call until it returns a result.
    /// - Parameter call: Returns nil if a signal interrupted it before it did anything.
    package static func untilDone<Result, Failure: Error>(
        _ call: () throws(Failure) -> Result?
    ) throws(Failure) -> Result {
        while true {
            if let result = try call() { return result }
        }
    }

    /// Moves `count` bytes, in as many calls as needed.
    /// - Parameter call: Moves some of the bytes from an offset on and returns their number, or nil
    ///   if a signal interrupted it before it moved any.
    /// - Returns: The number of bytes moved. It is less than `count` if a call moved none.
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
