internal import Foundation

/// Inputs that fuzzing has found, kept with the tests: each leads to a place in the code that no
/// other does, or was a fault once. One file a target: for each input its length, in four bytes
/// with the lowest first, and its bytes.
enum FuzzCorpus {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures")

    /// - Returns: none if there is no file for the target.
    static func inputs(of target: String) throws -> [[UInt8]] {
        let file = folder.appending(path: "\(target).corpus")
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        var rest = [UInt8](try Data(contentsOf: file))[...]
        var inputs: [[UInt8]] = []
        while rest.count >= 4 {
            let length = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            try require(length <= rest.count, "\(file.path) ends within an input")
            inputs.append([UInt8](rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return inputs
    }
}
