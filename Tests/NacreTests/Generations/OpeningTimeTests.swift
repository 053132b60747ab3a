import Foundation
import Nacre
import NacreEngine
import NacreTestSupport
import Testing

/// A store of one generation, opened by programs of all later ones: what it costs does not grow
/// with the objects. NACRE_TEST_SCALE=50 makes 100,000 of them.
@Suite struct OpeningTimeTests {
    private static let count = Scale.count(2000)

    private func size(_ store: GenerationStore) -> Int {
        store.files.contents(of: TestStore.path)
            .filter { $0.key.hasSuffix(".seg") }
            .reduce(0) { sum, file in sum + (file.value.lastIndex { $0 != 0 } ?? 0) }
    }

    private func milliseconds(_ body: () throws -> Void) rethrows -> Double {
        let clock = ContinuousClock()
        let time = try clock.measure(body)
        return Double(time.components.attoseconds) / 1e15 + Double(time.components.seconds) * 1000
    }

    /// Generation 5 rewrites objects, as its plan says; those before it their schemas.
    @Test func `no generation but the one with a plan writes objects, in turn or directly`() throws
    {
        let objects = Self.count
        let store = GenerationStore()
        try store.write(as: 1, count: objects)
        let direct = GenerationStore(
            files: MemoryFileSystem(
                TestStore.path, files: store.files.contents(of: TestStore.path)))
        var lines: [String] = []
        for generation in 2...6 {
            let before = size(store)
            let time = try milliseconds { try store.open(as: generation).close() }
            let again = try milliseconds { try store.open(as: generation).close() }
            lines.append(
                "generation \(generation): \(time) ms, then \(again) ms,"
                    + " \(size(store) - before) bytes"
            )
            // Behind the one that rewrites, compactions come when they like.
            if generation < 5 { #expect(size(store) - before < 8192, "\(lines)") }
        }
        try store.check(through: 1, count: objects)
        let time = try milliseconds { try direct.open(as: 6).close() }
        lines.append("generations 1 to 6 directly: \(time) ms")
        try direct.check(through: 1, count: objects)
        print("\(objects) objects\n" + lines.joined(separator: "\n"))
    }
}
