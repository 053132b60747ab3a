import ArgumentParser

/// Which time a table shows: until it was done, or the work of processors.
enum ClockKind: String, CaseIterable, ExpressibleByArgument {
    case wall, cpu
}
