/// Names in a message: the first ones, and how many more there are.
enum NameList {
    /// More than these do not help, and push the message out of sight.
    private static let listedMax = 20

    static func text(_ names: [String]) -> String {
        let listed = names.prefix(listedMax).joined(separator: ", ")
        let rest = names.count - listedMax
        return rest > 0 ? "\(listed), and \(ByteCount.grouped(rest)) more" : listed
    }
}
