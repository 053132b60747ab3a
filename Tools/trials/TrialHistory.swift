internal import NacreEngine
internal import NacreFormat
internal import NacreTestSupport

/// The effects of every commit of a trial, determined by its number alone. The expected content of
/// a store with n commits is therefore known, however often its writer was killed.
struct TrialHistory {
    let seed: UInt64
    /// The objects of a store with ``commit`` commits.
    private(set) var objects: [Value: [Value]] = [:]
    private(set) var commit: UInt64 = 0

    init(seed: UInt64) { self.seed = seed }

    enum Step {
        case save([Value])
        case delete(Value)
    }

    /// Returns the steps of a commit. The first commit of all defines the entity.
    static func steps(of commit: UInt64, seed: UInt64) -> [Step] {
        guard commit > 1 else { return [] }
        var random = SplitMix64(seed: seed &+ commit &* 0x9E37_79B9)
        let lengths = [0, 3, 40, 300, 300, 5000, 66_000]
        // Now and then a commit exceeds one frame, so that a part is in the file before the rest.
        let isLarge = random.next(upTo: 30) == 0
        return (0...random.next(upTo: isLarge ? 9 : 5)).map { index in
            let id = Int64(random.next(upTo: 39))
            // Each commit begins with a save, so that most commits have an effect.
            if index > 0, random.next(upTo: 3) == 0 { return .delete(.int(id)) }
            let length =
                isLarge ? 60_000 : lengths[Int(random.next(upTo: UInt64(lengths.count - 1)))]
            let letter = ["a", "e", "i", "o", "u"][Int(random.next(upTo: 4))]
            return .save(
                CityEntity.values(
                    id, String(repeating: letter, count: length), country: "\(index)",
                    population: Int64(commit)))
        }
    }

    static func perform(_ commit: UInt64, seed: UInt64, in changes: Changes) throws {
        if commit == 1 { try CityEntity.define(in: changes) }
        for step in steps(of: commit, seed: seed) {
            switch step {
            case .save(let values): try changes.save(values, in: CityEntity.name)
            case .delete(let id): try changes.delete(id, from: CityEntity.name)
            }
        }
    }

    /// Advances to a later commit.
    mutating func advance(to commit: UInt64) {
        while self.commit < commit {
            self.commit += 1
            for step in Self.steps(of: self.commit, seed: seed) {
                switch step {
                case .save(let values): objects[values[0]] = values
                case .delete(let id): objects[id] = nil
                }
            }
        }
    }
}
