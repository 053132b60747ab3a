import NacreTestSupport
import Testing

@testable import Nacre

@Suite struct ResultDifferenceTests {
    /// Applies a difference as the documentation of ``ResultChange`` tells its users.
    static func apply(
        _ difference: ResultDifference, to old: [Int], _ new: [Int]
    ) -> [Int] {
        var list = old
        let gone = difference.removals + difference.moves.map(\.from)
        for place in gone.sorted(by: >) { list.remove(at: place) }
        let come = difference.insertions + difference.moves.map(\.to)
        for place in come.sorted() { list.insert(new[place], at: place) }
        return list
    }

    @Test func `a difference transforms one list into the other`() {
        let lists = Generator<([Int], [Int])> { choices throws(Rejection) in
            let numbers = Generator<[Int]>.array(of: .integer(in: 0...15), count: 0...16)
            func distinct(_ list: [Int]) -> [Int] {
                var seen: Set<Int> = []
                return list.filter { seen.insert($0).inserted }
            }
            return (distinct(try choices.draw(numbers)), distinct(try choices.draw(numbers)))
        }
        property("difference", runs: 2000, lists) { old, new in
            let difference = ResultDifference(from: old, to: new)
            try requireEqual(Self.apply(difference, to: old, new), new, "applied")
            try requireEqual(
                difference.removals, old.indices.filter { !new.contains(old[$0]) }, "removals")
            try requireEqual(
                difference.insertions, new.indices.filter { !old.contains(new[$0]) }, "insertions")
        }
    }

    @Test func `an element that moves is one move, however many others it passes`() {
        let numbers = Array(0..<100)
        let moved = Array(numbers[1...60]) + [0] + Array(numbers[61...])
        let difference = ResultDifference(from: numbers, to: moved)
        #expect(difference.moves == [ResultMove(from: 0, to: 60)])
        #expect(difference.removals.isEmpty && difference.insertions.isEmpty)
        #expect(ResultDifference(from: numbers, to: numbers.reversed()).moves.count == 99)
    }
}
