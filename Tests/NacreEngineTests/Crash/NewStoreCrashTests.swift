import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Power cuts while a store is made.
@Suite struct NewStoreCrashTests {
    @Test func `a power cut while a store is made leaves no store or all of it`() throws {
        let (files, _) = try SalvageFixture.make()
        let sound = try SalvageFixture.contents(files)
        let cuts = try NewStoreCuts(max: 12, exhaustiveMax: 5, repeatingOnceIn: 5) {
            // The last code: the beginnings of a store, before it has an unfinished manifest.
            [.storeNotFound, .notAStore, .corrupt].contains($0)
        } make: {
            _ = try Salvager(
                from: TestStore.path, to: "out",
                sourceFiles: MemoryFileSystem(TestStore.path, files: files), files: $0
            ).run()
        } isWhole: {
            let store = try Database(at: "out", options: .readOnly, fileSystem: $0)
            return try TestStore.contents(of: store.snapshot()) == sound
        }
        #expect(cuts.none > 100 && cuts.whole > 0, "\(cuts)")
    }
}
