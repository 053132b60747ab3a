import NacreEngine
import NacreFormat
import Testing

@testable import NacreTestSupport

/// Power cuts while a store is made.
@Suite struct NewStoreCrashTests {
    @Test func `a power cut while a store is made leaves no store or all of it`() throws {
        let (files, _) = try SalvageFixture.make()
        let sound = try SalvageFixture.contents(files)
        func salvage(to disk: SimulatedDisk) throws {
            _ = try Salvager(
                from: TestStore.path, to: "out",
                sourceFiles: MemoryFileSystem(TestStore.path, files: files), files: disk
            ).run()
        }
        func contents(_ disk: SimulatedDisk) throws -> [String: [Value: [Value]]] {
            let store = try Database(at: "out", options: .readOnly, fileSystem: disk)
            return try TestStore.contents(of: store.snapshot())
        }
        let disk = SimulatedDisk(keepsPoints: true)
        try salvage(to: disk)
        let points = disk.takePoints() + [disk.point]
        var random = SplitMix64(seed: 3)
        var (none, whole) = (0, 0)
        for (place, point) in points.enumerated() {
            let cuts = PowerCuts(point.state, max: 12, exhaustiveMax: 5)
            for fates in cuts.fates(&random) {
                let cut = SimulatedDisk(point.state.image(fates))
                do {
                    #expect(try contents(cut) == sound)
                    whole += 1
                } catch let error as StoreError {
                    // The last code: the beginnings of a store, before it has an unfinished
                    // manifest.
                    let codes: [StoreError.Code] = [.storeNotFound, .notAStore, .corrupt]
                    #expect(codes.contains(error.code), "\(error)")
                    #expect(place < points.count - 1, "what was finished is gone")
                    none += 1
                    guard none.isMultiple(of: 5) else { continue }
                    try salvage(to: cut)
                    #expect(try contents(cut) == sound)
                }
            }
        }
        #expect(none > 100 && whole > 0, "\(none) without a store, \(whole) with all of it")
    }
}
