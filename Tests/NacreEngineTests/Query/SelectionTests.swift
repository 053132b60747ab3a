import NacreTestSupport
import Testing

@testable import NacreEngine

/// The first elements of an order without sorting the others.
@Suite struct SelectionTests {
    private struct Found: Error {}

    @Test func `a selection has the first elements, with the last of them at its end`() {
        let numbers = Generator<[Int]> { choices throws(Rejection) in
            var numbers: [Int] = []
            for _ in 0..<(try choices.draw(.integer(in: 1...70)) as Int) {
                numbers.append(try choices.draw(.integer(in: 0...40)))
            }
            return numbers
        }
        property("selections", runs: 2_000, .tuple(numbers, .integer(in: 1...70))) { all, count in
            // Equal numbers differ by their places, as all elements of a total order do.
            let elements = all.enumerated().map { [$1, $0] }
            let count = min(count, elements.count)
            var selected = elements
            selected.select(first: count) { $0.lexicographicallyPrecedes($1) }
            let sorted = elements.sorted { $0.lexicographicallyPrecedes($1) }
            try requireEqual(
                selected.sorted { $0.lexicographicallyPrecedes($1) }, sorted, "all are there")
            try requireEqual(selected[count - 1], sorted[count - 1], "the last one")
            try requireEqual(
                selected[..<count].sorted { $0.lexicographicallyPrecedes($1) },
                Array(sorted[..<count]), "the first ones")
        }
    }

    @Test func `an adversarial order is sorted instead`() {
        // Every pivot turns out to be the smallest remaining element: elements get their values
        // only when they are compared.
        var values: [Int: Int] = [:]
        var comparisons = 0
        var elements = Array(0..<2_000)
        let solid = Int.max
        var candidate = -1
        elements.select(first: 2_000) { first, second in
            comparisons += 1
            if values[first] == nil, values[second] == nil {
                values[first == candidate ? first : second] = values.count
            }
            if values[first] == nil { candidate = first }
            if values[second] == nil { candidate = second }
            return values[first] ?? solid < values[second] ?? solid
        }
        #expect(comparisons < 200_000)
        #expect(Set(elements).count == 2_000)
    }
}
