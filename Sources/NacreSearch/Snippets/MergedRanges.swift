/// Ranges of bytes in any order, some of which overlap. Memory use depends on the merged ones.
struct MergedRanges {
    private var ranges: [Range<Int>] = []
    private var mergeCount = 1024

    mutating func append(_ range: Range<Int>) {
        if ranges.last == range { return }
        ranges.append(range)
        if ranges.count < mergeCount { return }
        merge()
        mergeCount = 2 * ranges.count + 1024
    }

    /// Returns the ranges in order. Those that overlap have become one.
    mutating func merged() -> [Range<Int>] {
        merge()
        return ranges
    }

    private mutating func merge() {
        ranges.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
        var merged: [Range<Int>] = []
        for range in ranges {
            if let last = merged.last, range.lowerBound < last.upperBound {
                let upper = max(last.upperBound, range.upperBound)
                merged[merged.count - 1] = last.lowerBound..<upper
            } else {
                merged.append(range)
            }
        }
        ranges = merged
    }
}
