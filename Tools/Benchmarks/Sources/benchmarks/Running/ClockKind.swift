import ArgumentParser

/// The time that a table shows: elapsed time, or processor time.
enum ClockKind: String, CaseIterable, ExpressibleByArgument {
    case wall, cpu
}
