/// A generator of object ids (Formats.md, "Stored types"). An id has 42 bits of milliseconds since
/// 1970, followed by 22 bits that start at a random value in each millisecond and count up. Ids
/// ascend even if the clock goes back.
package struct ObjectIDGenerator {
    private var last: UInt64 = 0
    private let environment: Environment

    package init(_ environment: Environment) { self.environment = environment }

    package mutating func next() -> UInt64 {
        let milliseconds = UInt64(max(0, environment.now()) / 1000)
        // A random number is drawn only once a millisecond: it takes a system call, which costs
        // more than all the rest. It has 21 bits, so the upper half of the 22 bits' range is left
        // for counting.
        let isLater = milliseconds > last >> 22
        last = isLater ? milliseconds << 22 | environment.random() >> 43 : last + 1
        return last
    }
}
