/// Arrays, bytes and tuples.
extension Generator {
    /// Makes an array whose length is in `count`. Before each element there is a choice whether
    /// another element follows: leaving out an element's choices leaves out the element.
    package static func array<Element>(
        of element: Generator<Element>, count: ClosedRange<Int> = 0...32
    ) -> Generator where Value == [Element] {
        precondition(count.lowerBound >= 0, "an array cannot have \(count) elements")
        return Generator { choices throws(Rejection) in
            var elements: [Element] = []
            var parts: [Range<Int>] = []
            var target: Int?
            while true {
                let start = choices.record.count
                let isMore = try drawIsMore(
                    after: elements.count, in: count, target: &target, from: &choices)
                guard isMore else { break }
                elements.append(try element.run(&choices))
                parts.append(start..<choices.record.count)
            }
            choices.noteSequence(parts)
            return elements
        }
    }

    package static func array<Element>(
        of element: Generator<Element>, count: Int
    ) -> Generator where Value == [Element] {
        array(of: element, count: count...count)
    }

    /// Makes bytes, with a bias towards 0, 255 and powers of two.
    package static func bytes(count: ClosedRange<Int> = 0...300) -> Generator
    where Value == [UInt8] {
        array(of: Generator<UInt8>.integer(), count: count)
    }

    /// Makes a tuple of one value of each generator, drawn from left to right.
    package static func tuple<each Part>(
        _ parts: repeat Generator<each Part>
    ) -> Generator where Value == (repeat each Part) {
        Generator { choices throws(Rejection) in
            (repeat try (each parts).run(&choices))
        }
    }

    /// - Parameter target: The intended length of the array, picked once, and only if nothing is
    ///   replayed. It is not recorded, because the choices here determine it.
    private static func drawIsMore(
        after have: Int, in count: ClosedRange<Int>, target: inout Int?,
        from choices: inout Choices
    ) throws(Rejection) -> Bool {
        if have < count.lowerBound {
            try choices.drawForced(1, upTo: 1)
            return true
        }
        if have == count.upperBound {
            try choices.drawForced(0, upTo: 1)
            return false
        }
        return try choices.draw(upTo: 1) { random in
            let length = target ?? Sampling.count(in: count, using: &random)
            target = length
            return have < length ? 1 : 0
        } == 1
    }
}
