import Foundation
import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// A process that has no file descriptors left.
@Suite struct DescriptorTests {
    /// Runs `body` while this process can open nothing.
    static func withoutDescriptors(_ body: () throws -> Void) throws {
        var limit = rlimit()
        // The type of the resource differs between systems.
        #if canImport(Darwin)
            let resource = RLIMIT_NOFILE
        #else
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #endif
        try require(unsafe getrlimit(resource, &limit) == 0, "getrlimit")
        limit.rlim_cur = 128
        try require(unsafe setrlimit(resource, &limit) == 0, "setrlimit")
        var taken: [CInt] = []
        while true {
            let descriptor = unsafe open("/dev/null", O_RDONLY)
            if descriptor < 0 { break }
            taken.append(descriptor)
        }
        defer { for descriptor in taken { close(descriptor) } }
        try body()
    }

    static func failure(_ body: () throws -> Void) -> StoreError? {
        do { try body() } catch { return error as? StoreError }
        return nil
    }

    @Test func `without file descriptors nothing is lost, and the error gives advice`() async throws
    {
        await #expect(processExitsWith: .success) {
            let path = NSTemporaryDirectory() + "nacre-\(UUID().uuidString)"
            defer { try? FileManager.default.removeItem(atPath: path) }
            var options = Database.Options.creating
            options.segmentSizeNominal = 2000
            let store = try Database(at: path, options: options)
            try store.performChanges { try CityEntity.define(in: $0) }
            var committed: Int64 = 0
            try DescriptorTests.withoutDescriptors {
                // Until a new segment is needed, whose file cannot be made.
                let error = DescriptorTests.failure {
                    while committed < 1000 {
                        try store.performChanges { changes in
                            try changes.insert(
                                CityEntity.values(committed, "a"), into: CityEntity.name)
                        }
                        committed += 1
                    }
                }
                let cause = "\(error?.cause ?? "") \(error?.message ?? "")"
                try require(error != nil, "no commit has failed")
                try require(
                    error?.outcome == .notCommitted, "\(String(describing: error))")
                try require(cause.contains("oo many"), cause)
                let count = try store.snapshot().count(CityEntity.name)
                try require(count == Int(committed), "\(count) of \(committed)")
            }
            try? store.close()
            try DescriptorTests.withoutDescriptors {
                let error = DescriptorTests.failure { _ = try Database(at: path) }
                try require(error?.code == .io, "\(String(describing: error))")
                try require(
                    error?.message.contains("Too many files are open") == true, "\(error!)")
            }
            let again = try Database(at: path, options: options)
            let count = try again.snapshot().count(CityEntity.name)
            try require(count == Int(committed), "\(count) of \(committed)")
            try again.close()
            let report = try IntegrityChecker(path: path, isDeep: true).run()
            try require(report.isSound, "\(report.defects)")
        }
    }
}
