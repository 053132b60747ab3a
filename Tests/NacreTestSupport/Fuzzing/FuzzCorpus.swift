internal import Foundation

/// The inputs that fuzzing has found, kept with the tests: each reaches code that no other input
/// reaches, or once showed a fault. There is one file per target, which holds for each input its
/// length (four bytes, little-endian) and its bytes.
enum FuzzCorpus {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures")

    /// - Returns: The inputs, or none if there is no file for the target.
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
