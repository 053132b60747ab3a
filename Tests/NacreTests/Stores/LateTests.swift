import Synchronization
import Testing

@testable import Nacre

/// A value that is made lazily by its first reader.
@Suite struct LateTests {
    @Test func `a value is made on first use and kept`() {
        let count = Counter()
        let late = Late<Number>()
        for _ in 1...2 {
            #expect(late.with({ Number(count.next()) }) { $0.value } == 1)
            #expect(count.value == 1)
        }
    }

    @Test func `a value is released with its owner`() {
        weak var number: Number?
        do {
            let late = Late<Number>()
            number = late.with({ Number(1) }) { $0 }
            #expect(number != nil)
            withExtendedLifetime(late) {}
        }
        #expect(number == nil)
    }

    @Test func `concurrent first users all get the same value`() async {
        for _ in 0..<100 {
            let count = Counter()
            let late = Late<Number>()
            let values = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<4 {
                    group.addTask { late.with({ Number(count.next()) }) { $0.value } }
                }
                return await group.reduce(into: Set<Int>()) { $0.insert($1) }
            }
            #expect(values == [1] && count.value == 1)
        }
    }

    private final class Number: Sendable {
        let value: Int
        init(_ value: Int) { self.value = value }
    }

    private final class Counter: Sendable {
        private let count = Atomic(0)
        var value: Int { count.load(ordering: .relaxed) }
        func next() -> Int { count.add(1, ordering: .relaxed).newValue }
    }
}
