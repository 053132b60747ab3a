/// The measured times of a statistic.
struct StatisticResult {
    let statistic: Statistic
    /// The number of rows of the answer.
    let rows: Int
    let plan: StatisticPlan
    /// The median time of Nacre, in seconds.
    let nacre: Double
    /// The median time of SQLite, in seconds.
    let sqlite: Double
}
