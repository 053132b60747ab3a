/// A part of a dump that is missing, unknown, or not as it must be.
struct DumpProblem: Error {
    let part: String

    init(_ part: String) { self.part = part }

    var message: String {
        "\(part) is missing, unknown or out of range. Dump the store again."
    }
}
