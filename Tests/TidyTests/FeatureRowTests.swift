import Foundation
import Testing

/// The catalogue of features numbers its rows: T of the talk about Core Data, W of the worker, V of
/// CoreValue, E of better models, R of their repositories. Each has a test whose name begins with
/// its number.
@Suite struct FeatureRowTests {
    private static let counts = ["T": 27, "W": 22, "V": 43, "E": 19, "R": 13]

    @Test func `every row of the catalogue of features has a test`() throws {
        var found: Set<Substring> = []
        for file in try SourceTree.files.get() where file.isSwift && file.isIn("Tests") {
            for line in file.lines {
                // Foundation's search is optimized even in debug builds, the pattern is not.
                guard line.range(of: "func `") != nil,
                    let name = line.firstMatch(of: /func `((?:[TWVER]\d+ )+)/)
                else { continue }
                found.formUnion(name.1.split(separator: " "))
            }
        }
        for (letter, count) in Self.counts {
            for number in 1...count where !found.contains("\(letter)\(number)") {
                Issue.record("no test has a name that begins with \(letter)\(number)")
            }
        }
    }
}
