package import NacreEngine

/// The power cuts while a store is made, at every change of the disk and at its end. Each leaves
/// either no store, and then the store can be made again, or all of it.
package struct NewStoreCuts {
    /// The number of images without a store.
    package private(set) var none = 0
    /// The number of images with the whole store.
    package private(set) var whole = 0

    /// Makes a store, and again on some of the images that have none.
    /// - Parameters:
    ///   - max: The maximum number of images of a power cut.
    ///   - exhaustiveMax: The maximum number of pending changes of which all subsets are tried.
    ///   - once: The number of images without a store per repetition.
    ///   - isRefusal: Whether a code is that of an unfinished store.
    ///   - isWhole: Whether a disk has all of the store. Throws if it has none.
    package init(
        max: Int, exhaustiveMax: Int, repeatingOnceIn once: Int,
        isRefusal: (StoreError.Code) -> Bool, make: (SimulatedDisk) throws -> Void,
        isWhole: (SimulatedDisk) throws -> Bool
    ) throws {
        let disk = SimulatedDisk(keepsPoints: true)
        try make(disk)
        let points = disk.takePoints() + [disk.point]
        var random = SplitMix64(seed: 3)
        for (place, point) in points.enumerated() {
            let cuts = PowerCuts(point.state, max: max, exhaustiveMax: exhaustiveMax)
            for fates in cuts.fates(&random) {
                let cut = SimulatedDisk(point.state.image(fates))
                do {
                    guard try isWhole(cut) else { throw Wrong("only a part of the store is there") }
                    whole += 1
                } catch let error as StoreError {
                    guard isRefusal(error.code) else { throw error }
                    guard place < points.count - 1 else {
                        throw Wrong("the finished store is gone")
                    }
                    none += 1
                    guard none.isMultiple(of: once) else { continue }
                    try make(cut)
                    guard try isWhole(cut) else { throw Wrong("the next attempt was not whole") }
                }
            }
        }
    }
}
