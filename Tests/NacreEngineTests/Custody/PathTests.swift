import Foundation
import NacreEngine
import NacreTestSupport
import Testing

/// Misleading paths, and directories that are reached by several paths.
@Suite struct PathTests {
    static func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
        let folder = NSTemporaryDirectory() + "nacre-new-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try body(folder)
    }

    static func names(_ path: String) -> [String]? {
        try? FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    static func source(_ folder: String) throws -> String {
        let path = "\(folder)/source"
        let store = try Database(at: path, options: .creating)
        try CompactionTests.save(0..<100, "city", in: store)
        try store.close()
        return path
    }

    @Test func `a salvage and a backup never write into their source by any path`() throws {
        try Self.withFolder { folder in
            let source = try Self.source(folder)
            let before = Self.names(source)
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/link", withDestinationPath: source)
            let name = URL(filePath: folder).lastPathComponent
            let paths = [
                "\(folder)/./source/new", "\(folder)/link/new", "\(folder)/link/", "\(source)/.",
                "\(folder)/../\(name)/source//new", "\(source)/../link/new/", "\(source)/new/../x",
            ]
            for path in paths {
                for from in [source, "\(folder)/link"] {
                    let salvage = #expect(throws: StoreError.self, "\(path)") {
                        try Salvager(from: from, to: path).run()
                    }
                    let backup = #expect(throws: StoreError.self, "\(path)") {
                        try Database.backup(from: from, to: path)
                    }
                    if !path.contains("new/..") {
                        #expect(salvage?.message.contains("in the damaged one") == true)
                        #expect(backup?.message.contains("store's own directory") == true)
                    }
                }
            }
            #expect(Self.names(source) == before)
            // A name that only begins like the source's is another name.
            #expect(try Salvager(from: source, to: "\(source)2").run().isComplete)
            _ = try Database.backup(from: source, to: "\(folder)/link2")
        }
    }

    @Test func `a zero byte in a path is refused, and undecodable names are not ignored`() throws {
        try Self.withFolder { folder in
            #expect(throws: StoreError.self) {
                try Database(at: "\(folder)/a\0b", options: .creating)
            }
            #expect(Self.names(folder) == [])
            let path = "\(folder)/full"
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false)
            let bytes = (Array("\(path)/x".utf8) + [0xFF, 0]).map { CChar(bitPattern: $0) }
            let file = unsafe bytes.withUnsafeBufferPointer { name in
                unsafe name.baseAddress.map { unsafe open($0, O_CREAT | O_WRONLY, 0o600) } ?? -1
            }
            // Some file systems have no such names.
            guard file >= 0 else { return }
            close(file)
            #expect(throws: StoreError.self) { try Database(at: path, options: .creating) }
        }
    }
}
