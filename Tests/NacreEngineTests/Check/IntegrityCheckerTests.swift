import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// One run of the checker finds every defect.
@Suite struct IntegrityCheckerTests {
    static func check(
        _ files: [String: [UInt8]], isDeep: Bool = false
    ) throws -> IntegrityReport {
        try IntegrityChecker(
            path: TestStore.path, isDeep: isDeep,
            fileSystem: MemoryFileSystem(TestStore.path, files: files)
        ).run()
    }

    @Test func `a sound store has no defects, deep or not`() throws {
        let (files, _) = try SalvageFixture.make()
        #expect(try Self.check(files).defects == [])
        #expect(try Self.check(files, isDeep: true).defects == [])
    }

    /// The damage is one flipped bit in each frame, in all segments at once.
    @Test func `damage in every frame is reported frame by frame`() throws {
        let (sound, _) = try SalvageFixture.make()
        var files = sound
        var places: Set<String> = []
        for name in try SalvageFixture.segments(sound) {
            let offsets = (sound[name] ?? []).withView { view in
                var offsets: [Int] = []
                guard let header = try? SegmentHeader.decode(view) else { return offsets }
                var scanner = FrameScanner(view, from: FrameCursor(behind: header, in: view))
                while case .frame(let frame) = scanner.next() {
                    if frame.header.kind == .records { offsets.append(frame.offset) }
                }
                return offsets
            }
            // The last frame of the active segment may be torn.
            let last = try SalvageFixture.segments(sound).last == name
            for offset in last ? offsets.dropLast() : offsets {
                files[name]?[offset + FrameHeaderFields.size + 20] ^= 16
                places.insert("\(name) \(offset)")
            }
        }
        #expect(places.count >= 4)
        let report = try Self.check(files)
        let found = Set(report.defects.map { "\($0.file) \($0.offset ?? -1)" })
        #expect(places.isSubset(of: found), "\(places.subtracting(found))")
        for defect in report.defects
        where places.contains("\(defect.file) \(defect.offset ?? -1)") {
            #expect(defect.lostBytes ?? 0 > FrameHeaderFields.size)
        }
    }

    @Test func `missing, cut and foreign files are all in one report`() throws {
        let (sound, _) = try SalvageFixture.make()
        let names = try SalvageFixture.segments(sound)
        var files = sound
        files[names[0]] = nil
        files[names[1]] = files[names[1]].map { Array($0.dropLast(100)) }
        files[FileName.formerManifest]?[3] ^= 1
        let report = try Self.check(files)
        #expect(report.defects.contains { $0.file == names[0] && $0.message == "is missing" })
        #expect(report.defects.contains { $0.file == names[1] && $0.lostBytes == 100 })
        #expect(report.defects.contains { $0.file == FileName.formerManifest })
    }

    @Test func `any flipped bit in the log of a closed store is a defect`() throws {
        let (sound, _) = try SalvageFixture.make()
        for name in try SalvageFixture.segments(sound).dropLast() {
            for place in stride(from: 0, to: sound[name]?.count ?? 0, by: 101) {
                var files = sound
                files[name]?[place] ^= 1
                do {
                    let isSound = try Self.check(files).isSound
                    #expect(!isSound, "\(name) at \(place)")
                } catch let error as StoreError {
                    #expect(error.code == .unsupportedFormat)
                }
            }
        }
    }

    @Test func `a check stops on request`() throws {
        struct Stop: Error {}
        let (files, _) = try SalvageFixture.make()
        let fileSystem = MemoryFileSystem(TestStore.path, files: files)
        #expect(throws: Stop.self) {
            try IntegrityChecker(path: TestStore.path, fileSystem: fileSystem).run { _, _ in
                throw Stop()
            }
        }
    }

    @Test func `errors contain the expected and the found value`() throws {
        let (sound, _) = try SalvageFixture.make()
        var files = sound
        let name = try #require(try SalvageFixture.segments(sound).first)
        files[name]?[300] ^= 1
        let error = #expect(throws: StoreError.self) {
            try Database(
                at: TestStore.path, options: .readOnly,
                fileSystem: MemoryFileSystem(TestStore.path, files: files))
        }
        #expect(error?.expected?.isEmpty == false)
        #expect(error?.found?.isEmpty == false)
        #expect(error?.expected != error?.found)
    }
}
