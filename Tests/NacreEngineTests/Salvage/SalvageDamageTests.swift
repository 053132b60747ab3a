import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Random damage: whatever happens to the files, a salvage ends, invents nothing, restores nothing
/// that was taken back, and reports every difference.
@Suite struct SalvageDamageTests {
    enum Damage: Sendable {
        case flip(place: Int)
        case zero(place: Int, count: Int)
        case cut(place: Int)
        case remove
        case gain(place: Int)
        case loss(place: Int, count: Int)
    }

    static let damage = Generator<(Int, Damage)> { choices throws(Rejection) in
        let file = try choices.draw(.integer(in: 0...9))
        let place = try choices.draw(.integer(in: 0...1_000_000))
        let damage: Damage
        switch try choices.draw(.integer(in: 0...13)) {
        case 0...5: damage = .flip(place: place)
        case 6, 7:
            damage = .zero(place: place, count: try choices.draw(.element(of: [4, 64, 512, 4096])))
        case 8: damage = .cut(place: place)
        case 10, 11: damage = .gain(place: place)
        case 12, 13:
            damage = .loss(place: place, count: try choices.draw(.element(of: [1, 4, 512])))
        default: damage = .remove
        }
        return (file, damage)
    }

    static func apply(
        _ damages: [(Int, Damage)], to files: [String: [UInt8]]
    ) throws -> [String: [UInt8]] {
        let names = try SalvageFixture.segments(files) + [FileName.manifest]
        var files = files
        for (file, damage) in damages {
            let name = names[file % names.count]
            guard var bytes = files[name], !bytes.isEmpty else { continue }
            let end = max(1, bytes.withView(\.countWithoutTrailingZeros))
            switch damage {
            case .flip(let place): bytes[place % end] ^= 1 << UInt8(place % 8)
            case .zero(let place, let count):
                let start = place % end
                for index in start..<min(end, start + count) { bytes[index] = 0 }
            case .gain(let place): bytes.insert(UInt8(place & 0xFF), at: place % end)
            case .loss(let place, let count): bytes = bytes.losing(count, at: place % end)
            case .cut(let place): bytes.removeSubrange((place % end)...)
            case .remove:
                files[name] = nil
                continue
            }
            files[name] = bytes
        }
        return files
    }

    @Test func `no damage makes a salvage invent objects or hide a loss`() throws {
        let (files, versions) = try SalvageFixture.make()
        let sound = try SalvageFixture.contents(files)
        property("damage", runs: 200, .array(of: Self.damage, count: 1...4)) { damages in
            let damaged = try Self.apply(damages, to: files)
            guard let outcome = try? SalvageFixture.salvage(damaged) else {
                try require(damages.count > 1, "one damage leaves something to salvage")
                return
            }
            for values in outcome.cities.values {
                try require(versions.contains(values), "invented: \(values)")
            }
            if outcome.report.isComplete {
                try require(outcome.contents == sound, "a loss that is not in the report")
            }
        }
    }

    @Test func `a flipped bit loses at most the one object that it hits`() throws {
        let (files, _) = try SalvageFixture.make()
        try Self.expectCheapFlips(files, stride: Scale.factor > 1 ? 1 : Scale.factor < 1 ? 97 : 29)
    }

    /// The store has one segment, so every definition is there once.
    @Test func `a flipped bit in a small store loses at most the one object that it hits`() throws {
        let store = try TestStore()
        try store.database.performChanges(author: "anna", note: "first") { changes in
            try CityEntity.define(in: changes)
            for id in 0..<3 as Range<Int64> {
                try changes.save(CityEntity.values(id, "city \(id)"), in: CityEntity.name)
            }
        }
        try store.database.performChanges { changes in
            try changes.save(CityEntity.values(0, "another name"), in: CityEntity.name)
            try changes.delete(.int(1), from: CityEntity.name)
        }
        try store.database.close()
        try Self.expectCheapFlips(
            store.files.contents(of: TestStore.path), stride: Scale.factor < 1 ? 3 : 1)
    }

    /// - Parameter stride: The distance between the bytes of which one bit is flipped.
    private static func expectCheapFlips(
        _ files: [String: [UInt8]], stride step: Int
    ) throws {
        let sound = try SalvageFixture.contents(files)[CityEntity.name] ?? [:]
        var costly = 0
        for name in try SalvageFixture.segments(files) + [FileName.manifest] {
            let end = files[name]?.withView(\.countWithoutTrailingZeros) ?? 0
            for place in stride(from: 0, to: end, by: step) {
                var damaged = files
                damaged[name]?[place] ^= 1 << UInt8(place % 8)
                let outcome = try SalvageFixture.salvage(damaged)
                let changed = sound.count { outcome.cities[$0.key] != $0.value }
                let added = outcome.cities.count { sound[$0.key] == nil }
                if changed + added > 0 {
                    costly += 1
                    #expect(!outcome.report.isComplete, "\(name) at \(place)")
                }
                #expect(changed + added <= 1, "\(name) at \(place): \(changed), \(added)")
            }
        }
        #expect(costly > 0)
    }

    /// Objects of aborted changes and of savepoints that were taken back never come to life.
    @Test(arguments: [false, true])
    func `undone objects do not return, whatever is damaged`(compacted: Bool) throws {
        let files = try ForgedStoreTests.files(compacted: compacted)
        let sound = try SalvageFixture.contents(files)
        #expect(try SalvageFixture.salvage(files).contents == sound)
        property(
            "aborted parts, compacted: \(compacted)", runs: 60,
            .array(of: Self.damage, count: 1...3)
        ) { damages in
            let damaged = try Self.apply(damages, to: files)
            guard let outcome = try? SalvageFixture.salvage(damaged) else { return }
            for (id, values) in outcome.cities {
                guard case .string(let name) = values[1] else { continue }
                try require(
                    !name.hasPrefix("aaa") && !name.hasPrefix("sss"), "\(id) was taken back")
            }
        }
    }

    @Test func `forged stores are salvaged without a trap`() throws {
        let files = try ForgedStoreTests.files(compacted: false)
        let cases = Generator<(Int, [ForgedStoreTests.Change])>.tuple(
            .integer(in: 0...7), .array(of: ForgedStoreTests.change, count: 1...4))
        property("forged", runs: 60, cases) { segment, changes in
            let forged = try ForgedStoreTests.forge(files, segment: segment, changes)
            do { _ = try SalvageFixture.salvage(forged) } catch let error as StoreError {
                try require(error.file != nil, "an error without a file: \(error)")
            }
        }
    }
}
