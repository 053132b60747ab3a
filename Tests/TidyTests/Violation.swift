/// A place where the code is not tidy, and what its author is to do.
struct Violation: Equatable, CustomStringConvertible {
    let path: String
    let line: Int
    let whatToDo: String

    var description: String { "\(path):\(line): \(whatToDo)" }
}
