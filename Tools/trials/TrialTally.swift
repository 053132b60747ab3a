/// The cases that the rounds of a trial met, for people to see that all cases occurred.
struct TrialTally {
    private var moments: [String: Int] = [:]
    private var opens: [String: Int] = [:]
    private var acknowledged = 0
    private var past = 0
    private var erased = 0
    /// The commits that were called durable during the power cut, and are missing.
    private var late = 0

    mutating func count(_ log: AcknowledgementLog) {
        moments[log.moment, default: 0] += 1
        acknowledged += log.returnedCount
    }

    mutating func countLate() { late += 1 }

    mutating func count(_ oracle: TrialOracle) {
        opens.merge(oracle.opens, uniquingKeysWith: +)
        past += oracle.past
        erased += oracle.erased
    }

    func print(_ name: String, rounds: Int) {
        func list(_ counts: [String: Int]) -> String {
            counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
                .joined(separator: ", ")
        }
        Swift.print(
            "\(name): \(rounds) rounds, \(acknowledged) acknowledged commits, \(late) lost, 0 half")
        Swift.print("  ended: \(list(moments))")
        Swift.print("  opened: \(list(opens))")
        if past > 0 { Swift.print("  former states \(past), erased objects \(erased)") }
        if late > 0 { Swift.print("  all of those lost were acknowledged while the power went") }
    }
}
