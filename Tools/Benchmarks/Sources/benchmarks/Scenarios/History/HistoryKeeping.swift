/// Whether a store keeps its former states.
enum HistoryKeeping: String, CaseIterable {
    case none, kept
}
