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
    /// The values that keys tell, if no records were read; `found` is empty then.
    let keyed: KeyedBlock?

    static let sizeMax = 256

    /// Makes a block of records.
    init(
        start: Int, found: ArraySlice<FoundRecord>, reached: ArraySlice<FoundRecord?> = [],
        pathCount: Int = 0
    ) {
        self.start = start
        self.found = found
        self.reached = reached
        self.pathCount = pathCount
        keyed = nil
    }

    /// Makes a block of values that keys tell.
    init(_ keyed: KeyedBlock) {
        start = keyed.start
        found = []
        reached = []
        pathCount = 0
        self.keyed = keyed
    }

    /// Returns the record that a path leads to from an object; nil if there is none.
    /// - Parameters:
    ///   - place: The object's place in the result.
    ///   - path: The index of the path.
    func reached(_ place: Int, by path: Int) -> FoundRecord? {
        reached[reached.startIndex + (place - start) * pathCount + path]
    }
}
