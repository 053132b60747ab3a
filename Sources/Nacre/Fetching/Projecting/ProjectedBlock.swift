internal import NacreEngine

/// Some neighbouring objects of a result, of which attributes are read one attribute after another.
/// A block is small, so that its records stay in the processor's cache meanwhile.
struct ProjectedBlock {
    /// The place of the first object in the result.
    let start: Int
    let found: ArraySlice<FoundRecord>
    /// The records that the paths lead to, those of one object after another.
    let reached: ArraySlice<FoundRecord?>
    /// The number of paths.
    let pathCount: Int

    static let sizeMax = 256

    /// Returns the record that a path leads to from an object; nil if there is none.
    /// - Parameters:
    ///   - place: The object's place in the result.
    ///   - path: The index of the path.
    func reached(_ place: Int, by path: Int) -> FoundRecord? {
        reached[reached.startIndex + (place - start) * pathCount + path]
    }
}
