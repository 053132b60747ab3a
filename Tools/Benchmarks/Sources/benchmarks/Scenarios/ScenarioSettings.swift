/// The settings of a run of scenarios.
struct ScenarioSettings {
    /// The folder for all stores.
    let directory: String
    /// The number of turns of each peer for a row; the median counts.
    var rounds = 5
    /// The minimum duration of a turn, in seconds. Shorter rows are repeated within a turn.
    var seconds = 0.1
}
