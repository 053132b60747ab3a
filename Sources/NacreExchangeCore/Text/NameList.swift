/// Lists names in a message: the first ones, and the number of the others.
package enum NameList {
    /// The maximum number of names listed. More do not help, and push the message out of sight.
    private static let listedMax = 20

    package static func text(_ names: [String]) -> String {
        let listed = names.prefix(listedMax).joined(separator: ", ")
        let rest = names.count - listedMax
        return rest > 0 ? "\(listed), and \(ByteCount.grouped(rest)) more" : listed
    }
}
