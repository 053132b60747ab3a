/// All scenarios, in the order in which they run.
enum Scenarios {
    /// - Parameter scale: The share of the usual numbers of objects.
    static func all(scale: Double) -> [any Scenario] {
        let readings = scaled(100_000, scale)
        return [
            EvolvedScenario<ReadingV2>(isEvolved: false, count: readings),
            EvolvedScenario<ReadingV2>(isEvolved: true, count: readings),
            EvolvedScenario<ReadingV8>(isEvolved: false, count: readings),
            EvolvedScenario<ReadingV8>(isEvolved: true, count: readings),
            DocumentScenario(count: scaled(2000, scale)),
            BodyScenario(count: scaled(20_000, scale)),
            WideScenario(count: scaled(100_000, scale)),
            GraphScenario(count: scaled(100_000, scale)),
            ElementScenario(count: scaled(2000, scale)),
            KilledScenario(count: scaled(200_000, scale)),
            FollowerScenario(count: scaled(1000, scale)),
            SmallWriteScenario(count: scaled(100_000, scale)),
            LatencyScenario(count: scaled(100_000, scale)),
            MemoryScenario(count: scaled(200_000, scale)),
            HistoryScenario(count: scaled(1_000_000, scale)),
        ]
    }

    private static func scaled(_ count: Int, _ scale: Double) -> Int {
        max(100, Int(Double(count) * scale))
    }
}
