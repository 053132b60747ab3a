extension Array {
    /// Returns slices of this size, in order.
    func batches(of size: Int) -> some Sequence<ArraySlice<Element>> {
        stride(from: 0, to: count, by: size).lazy.map { self[$0..<Swift.min($0 + size, count)] }
    }
}
