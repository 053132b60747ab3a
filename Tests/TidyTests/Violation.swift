/// A place where the code breaks a rule, and the remedy.
struct Violation: Equatable, CustomStringConvertible {
    let path: String
    let line: Int
    let whatToDo: String

    var description: String { "\(path):\(line): \(whatToDo)" }
}
