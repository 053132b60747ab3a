import Foundation
import NacreTestSupport
import Testing

/// The published countries, states and cities, if they are beside the repository; otherwise their
/// tests are skipped.
///
/// Only every tenth line of the long files is used, since unoptimized code takes minutes for all of
/// them. `NACRE_TEST_SCALE=10` uses every line, and so does `Tools/prove tests`;
/// Tests/RealData/check.py always uses the whole files.
enum RealData {
    static let skipped: Comment = "the published data lies beside the repository only here"
    static let names = ["countries.jsonl", "states.csv", "cities.jsonl"]

    private static let step = max(1, Int((10 / Scale.factor).rounded()))
    private static let linesMax = 1000

    static var exists: Bool {
        names.allSatisfy { FileManager.default.fileExists(atPath: path($0)) }
    }

    private static func path(_ name: String) -> String { "\(RepositoryFolder.realData)/\(name)" }

    /// Returns the used lines of a file. They include the first one, which may contain names.
    static func lines(_ name: String) throws -> [String] {
        let all = try String(contentsOfFile: path(name), encoding: .utf8)
            .components(separatedBy: "\n").filter { !$0.isEmpty }
        guard all.count > linesMax else { return all }
        return all.indices.filter { $0 == 0 || $0 % step == 1 % step }.map { all[$0] }
    }

    /// Runs `body` with a folder in which the files have the used lines.
    static func withFiles<Result>(_ body: (String) throws -> Result) throws -> Result {
        try TemporaryFolder.with { folder in
            for name in names {
                let text = try lines(name).map { $0 + "\n" }.joined()
                try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
            }
            return try body(folder)
        }
    }
}
