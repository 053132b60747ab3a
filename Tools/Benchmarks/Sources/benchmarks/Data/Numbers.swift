import Nacre

/// A row of only ten integers, which shows the overhead of a store.
@Entity
struct Numbers: Equatable {
    var i0: Int64
    var i1: Int64
    var i2: Int64
    var i3: Int64
    var i4: Int64
    var i5: Int64
    var i6: Int64
    var i7: Int64
    var i8: Int64
    var i9: Int64
}

extension Numbers {
    /// - Parameter number: Returns the number at a place, from 0 to 9.
    init(_ number: (Int) throws -> Int64) rethrows {
        try self.init(
            i0: number(0), i1: number(1), i2: number(2), i3: number(3), i4: number(4),
            i5: number(5), i6: number(6), i7: number(7), i8: number(8), i9: number(9))
    }

    static func samples(_ count: Int) -> [Numbers] {
        (0..<count).map { place in
            var random = SplitMix(seed: UInt64(place))
            return Numbers { _ in Int64(random.next(below: 1_000_000_000)) }
        }
    }

    var all: [Int64] { [i0, i1, i2, i3, i4, i5, i6, i7, i8, i9] }
}
