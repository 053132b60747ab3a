/// Makes object ids: 42 bits of milliseconds since 1970, then 22 bits that begin at random in each
/// millisecond and count (Formats.md, "Object ids"). Ascending also when the clock goes back.
package struct ObjectIDGenerator {
    private var last: UInt64 = 0
    private let environment: Environment

    package init(_ environment: Environment) { self.environment = environment }

    package mutating func next() -> UInt64 {
        let milliseconds = UInt64(max(0, environment.now()) / 1000)
        // Chance is asked once a millisecond: it is a call of the system, which takes longer than
        // all the rest. The upper half of the 22 bits is left for counting.
        let isLater = milliseconds > last >> 22
        last = isLater ? milliseconds << 22 | environment.random() >> 43 : last + 1
        return last
    }
}
