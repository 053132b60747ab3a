/// An instruction of a compiled pattern. Jumps are relative to their own instruction, so a sequence
/// of steps can be copied elsewhere unchanged.
enum PatternStep: Sendable, Hashable {
    /// Consumes one character, which must be in the set with this number.
    case consume(Int)
    /// Continues at both places, which are relative.
    case split(Int, Int)
    case jump(Int)
    /// Continues with the next step if the assertion holds.
    case assert(PatternAssertion)
    /// The pattern has matched.
    case match
}
