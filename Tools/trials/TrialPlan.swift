internal import NacreEngine
internal import NacreFormat
internal import NacreTestSupport

/// The changes of every commit of a trial, determined by its number alone.
struct TrialPlan {
    let seed: UInt64
    /// Whether the store keeps all former states, erases objects, and takes back commits.
    var keepsHistory = false

    enum Step {
        case save([Value])
        case delete(Value)
    }

    enum Kind {
        case steps([Step])
        /// Erases an object, with this commit and the next one.
        case erase(Int64)
        case eraseEnd
        /// Takes back a commit.
        case revert(UInt64, RevertConflicts)
    }

    /// An erase occurs once in so many commits.
    private static let period: UInt64 = 12

    func kind(of commit: UInt64) -> Kind {
        guard keepsHistory, commit > 2 else { return .steps(steps(of: commit)) }
        switch commit % Self.period {
        case 5:
            // The object to erase is there in any case.
            return .steps(steps(of: commit) + [save(erasedID(at: commit + 1), 40, commit)])
        case 6: return .erase(erasedID(at: commit))
        case 7: return .eraseEnd
        case 3, 10:
            var random = random(commit)
            let target = 2 + random.next(upTo: commit - 3)
            return .revert(target, commit % 2 == 0 ? .skip : .overwrite)
        default: return .steps(steps(of: commit))
        }
    }

    /// Returns whether an erase has begun with a commit, and not ended.
    func isErasing(at commit: UInt64) -> Bool {
        if case .erase = kind(of: commit) { true } else { false }
    }

    /// Performs the steps of a commit. The first commit of all defines the entity.
    func perform(_ commit: UInt64, in changes: Changes) throws {
        if commit == 1 {
            try CityEntity.define(in: changes)
            if keepsHistory { try changes.setHistory(.forever) }
        }
        guard case .steps(let steps) = kind(of: commit) else {
            throw TrialFailure("commit \(commit) has no steps")
        }
        for step in steps {
            switch step {
            case .save(let values): try changes.save(values, in: CityEntity.name)
            case .delete(let id): try changes.delete(id, from: CityEntity.name)
            }
        }
    }

    private func steps(of commit: UInt64) -> [Step] {
        guard commit > 1 else { return [] }
        var random = random(commit)
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
            return save(id, length, commit, letter: letter, country: "\(index)")
        }
    }

    private func save(
        _ id: Int64, _ length: Int, _ commit: UInt64, letter: String = "y", country: String = ""
    ) -> Step {
        let erased = keepsHistory ? (commit + Self.period - 7) / Self.period : 0
        let trace = ErasedTraces.trace(CityEntity.name, id, Int(erased))
        return .save(
            CityEntity.values(
                id, trace + String(repeating: letter, count: length), country: country,
                population: Int64(commit)))
    }

    private func erasedID(at commit: UInt64) -> Int64 {
        var random = random(commit)
        return Int64(random.next(upTo: 39))
    }

    private func random(_ commit: UInt64) -> SplitMix64 {
        SplitMix64(seed: seed &+ commit &* 0x9E37_79B9)
    }
}
