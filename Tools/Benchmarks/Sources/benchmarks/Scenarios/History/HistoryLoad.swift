/// The changes of the scenario, the same ones for every peer, in three parts: commits that change
/// one city again and again, updates of a tenth of the cities, and commits of one city each.
struct HistoryLoad {
    /// The number of commits that change the one city.
    static let revisions = 1000
    /// The number of cities in a commit that updates the tenth.
    static let commitSize = 100
    private static let passCount = 10

    /// The city that the first part changes. No other part changes it.
    let oftenChanged: Int64
    /// The cities that the second part updates, once in each pass over them.
    let passes: [[Int64]]
    /// The cities of the last part.
    let single: [Int64]
    /// The ids to find in former states. Half of them were changed by the last part.
    let wanted: [Int64]
    /// A range of population that holds a thousand cities, or a tenth of few.
    let population: Range<Int64>

    init(_ cities: Cities) {
        let shuffle = Shuffle(count: cities.count)
        func id(_ place: Int) -> Int64 { cities.id(shuffle.place(of: place % cities.count)) }
        let tenth = max(1, cities.count / 10)
        passes = (0..<Self.passCount).map { pass in
            (0..<tenth).map { id(($0 + 37 * pass) % tenth) }
        }
        let often = id(tenth)
        oftenChanged = often
        single = (1...min(1000, cities.count / 2)).map { id(tenth + $0) }.filter { $0 != often }
        var random = SplitMix(seed: 3)
        wanted = single.enumerated().map { place, id in
            place.isMultiple(of: 2) ? id : cities.id(random.next(below: cities.count))
        }
        let middle = cities.count / 2
        population =
            cities.population(rank: middle)..<cities.population(rank: middle + min(1000, tenth))
    }

    /// The number of updates of the second part.
    var updates: Int { passes.count * (passes.first?.count ?? 0) }

    /// The number of former versions that all parts leave.
    var kept: Int { Self.revisions + updates + single.count }

    /// The number of commits of the second part that a state lies back: a thousand, or half of few.
    var farCommits: Int {
        let all = passes.count * ((passes.first?.count ?? 0) / Self.commitSize)
        return min(1000, max(1, all / 2))
    }
}
