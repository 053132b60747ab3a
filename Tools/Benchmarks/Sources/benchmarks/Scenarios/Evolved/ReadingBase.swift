/// The attributes that all versions of a reading have.
struct ReadingBase {
    let id: Int
    let name: String
    let value: Double
    let amount: Int
    let note: String
}

extension ReadingBase {
    /// Makes the reading with an id, the same one for all peers.
    static func sample(_ id: Int) -> ReadingBase {
        var random = SplitMix(seed: UInt64(id))
        let places = ["cellar", "attic", "garage", "garden", "kitchen"]
        return ReadingBase(
            id: id, name: "sensor \(random.next(below: 100_000))", value: random.nextFraction(),
            amount: random.next(below: 1_000_000),
            note: "measured in the \(random.element(of: places)) by device \(id % 1000)")
    }
}
