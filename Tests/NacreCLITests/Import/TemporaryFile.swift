import Foundation

/// Gives a test a file with some bytes, and removes it afterwards.
func withTemporaryFile<Result>(
    _ bytes: some Sequence<UInt8>, _ body: (String) throws -> Result
) throws -> Result {
    let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("nacre-import-\(UUID().uuidString)")
    try Data(bytes).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try body(url.path)
}
