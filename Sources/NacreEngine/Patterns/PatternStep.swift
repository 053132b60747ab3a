/// An instruction of a compiled pattern. Jumps are relative to the instruction that holds them, so
/// a run of steps can be copied to another place as it is.
enum PatternStep: Sendable, Hashable {
    /// Consumes one character, which has to be in the set with this number.
    case consume(Int)
    /// Continues at both places.
    case split(Int, Int)
    case jump(Int)
    /// Continues with the next step if the assertion holds.
    case assert(PatternAssertion)
    /// The pattern has matched.
    case match
}
