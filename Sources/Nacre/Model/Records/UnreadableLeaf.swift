/// The error for a value that cannot be prepared for a decoder, before its owner is known.
struct UnreadableLeaf: Error {
    /// The index of the leaf in the plan.
    let leaf: Int
    let cause: AttributeError
}
