/// The pending changes that survive a power cut: all subsets if they are few, otherwise some.
struct PowerCuts {
    private let state: DiskState
    private let max: Int
    /// The maximum number of pending changes of which all subsets are tried.
    private let exhaustiveMax: Int

    private let isPowersafe: Bool

    /// - Parameter isPowersafe: Whether a lost write keeps the durable bytes of its sector.
    init(_ state: DiskState, max: Int, exhaustiveMax: Int, isPowersafe: Bool = true) {
        self.isPowersafe = isPowersafe
        self.state = state
        self.max = max
        self.exhaustiveMax = exhaustiveMax
    }

    func fates(_ random: inout SplitMix64) -> [[Fate]] {
        let fates = clean(&random)
        guard !isPowersafe else { return fates }
        return fates.map { fates in
            fates.map { $0 == .lost && random.oneIn(4) ? .destructive : $0 }
        }
    }

    private func clean(_ random: inout SplitMix64) -> [[Fate]] {
        let count = state.pending.count
        if count <= exhaustiveMax {
            return (0..<1 << count).map { mask in
                (0..<count).map { mask >> $0 & 1 == 1 ? .kept : .lost }
            }
        }
        // Nothing, everything, all but one, one alone: these show most mistakes.
        var fates = [all(.lost), all(.kept)]
        let one = Int(random.next(upTo: UInt64(count - 1)))
        for fate in [Fate.kept, .lost] {
            var alone = all(fate == .kept ? .lost : .kept)
            alone[one] = fate
            fates.append(alone)
        }
        fates.append(subset { $0.file == nil })
        fates.append(subset { $0.file != nil })
        fates.append(subset { !$0.isWrite })
        while fates.count < max { fates.append(sample(&random)) }
        return Array(fates.prefix(max))
    }

    private func all(_ fate: Fate) -> [Fate] { [Fate](repeating: fate, count: state.pending.count) }

    private func subset(_ isKept: (DiskOperation) -> Bool) -> [Fate] {
        state.pending.map { isKept($0) ? .kept : .lost }
    }

    private func sample(_ random: inout SplitMix64) -> [Fate] {
        let count = state.pending.count
        switch random.next(upTo: 4) {
        case 0:
            let end = Int(random.next(upTo: UInt64(count)))
            return (0..<count).map { $0 < end ? .kept : .lost }
        case 1: return (0..<count).map { _ in random.oneIn(8) ? .lost : .kept }
        case 2: return (0..<count).map { _ in random.oneIn(8) ? .kept : .lost }
        default: return (0..<count).map { _ in random.oneIn(2) ? .kept : .lost }
        }
    }
}

extension SimulatedDisk.CrashPoint {
    /// All images that a power cut at this moment may leave, for moments with few pending changes.
    package var images: [CrashImage] {
        var random = SplitMix64(seed: 0)
        return PowerCuts(state, max: 0, exhaustiveMax: 12).fates(&random).map { state.image($0) }
    }

    /// The images of a power cut that loses everything, or everything except one change.
    package var barestImages: [CrashImage] {
        let lost = [Fate](repeating: .lost, count: state.pending.count)
        return [state.image(lost)]
            + lost.indices.map { kept in
                state.image(lost.indices.map { $0 == kept ? .kept : .lost })
            }
    }
}
