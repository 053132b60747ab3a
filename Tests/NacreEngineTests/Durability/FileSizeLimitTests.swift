import Foundation
import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// A limit of the process on the size of files is an error like a full disk, and never ends a
/// program that uses the library: the system's signal for it is never sent.
@Suite struct FileSizeLimitTests {
    static func setLimit(_ bytes: UInt64) throws {
        var limit = rlimit()
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        #else
            let resource = RLIMIT_FSIZE
        #endif
        try require(unsafe getrlimit(resource, &limit) == 0, "getrlimit")
        limit.rlim_cur = min(rlim_t(bytes), limit.rlim_max)
        try require(unsafe setrlimit(resource, &limit) == 0, "setrlimit")
    }

    /// - Returns: The number of objects committed before the error, and the error.
    static func fill(_ store: Database, from first: Int64, _ length: Int) -> (Int64, StoreError?) {
        var next = first
        while next < first + 10_000 {
            do {
                try store.performChanges {
                    try $0.insert(
                        CityEntity.values(next, String(long: "x", count: length)), into: "City")
                }
                next += 1
            } catch {
                return (next, error as? StoreError)
            }
        }
        return (next, nil)
    }

    static func tryLimit(_ length: Int) throws {
        let path = NSTemporaryDirectory() + "nacre-limit-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let options = Database.Options(createsStore: true, durability: .onClose)
        let store = try Database(at: path, options: options)
        try store.performChanges { try CityEntity.define(in: $0) }
        try Self.setLimit(200_000)
        let (count, error) = Self.fill(store, from: 0, length)
        #expect(error?.code == .io)
        #expect(error?.message.contains("a limit of the process, allows no larger file") == true)
        #expect(count > 0)
        try? store.close()
        try Self.setLimit(UInt64(Int64.max))
        #expect(try IntegrityChecker(path: path, isDeep: true).run().isSound)
        let again = try Database(at: path, options: options)
        #expect(try again.snapshot().count("City") == Int(count))
        // A raised limit takes effect at once.
        #expect(Self.fill(again, from: count, length).1 == nil)
        try again.close()
    }

    @Test(arguments: [10, 3000])
    func `a file at its size limit is an error, and committed data is kept`(
        length: Int
    ) async {
        await #expect(processExitsWith: .success) { [length = length as Int] in
            try FileSizeLimitTests.tryLimit(length)
        }
    }
}
