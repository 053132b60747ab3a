/// The passes that make choices smaller and roughly keep their number.
extension Shrinker {
    /// Sets runs of choices to zero, for failures that need several zeros at once: first long runs,
    /// at last pairs. The runs overlap by half, to match more of the boundaries between values.
    mutating func zeroChunks() {
        let count = best.choices.record.count
        var size = 1 << (Int.bitWidth - count.leadingZeroBitCount)
        while size > 1, !isExhausted {
            var start = 0
            while start < best.choices.record.count, !isExhausted {
                var candidate = best.choices.values
                let range = start..<min(start + size, candidate.count)
                if candidate[range].contains(where: { $0 > 0 }) {
                    candidate.replaceSubrange(range, with: repeatElement(0, count: range.count))
                    _ = accepts(candidate)
                }
                start += size / 2
            }
            size /= 2
        }
    }

    /// Lowers every choice on its own.
    mutating func lowerEach() {
        var index = 0
        // The record may get shorter meanwhile: a choice can decide how many others follow.
        while index < best.choices.record.count, !isExhausted {
            let at = index
            descend(from: best.choices.record[at].value) { shrinker, lower in
                var candidate = shrinker.best.choices.values
                guard at < candidate.count else { return false }
                candidate[at] = lower
                return shrinker.accepts(candidate)
            }
            index += 1
        }
    }

    /// Lowers choices with equal values together, for failures that need two equal values.
    mutating func lowerEqualOnes() {
        let occurrences = Dictionary(grouping: best.choices.values.filter { $0 > 1 }) { $0 }
        for value in occurrences.filter({ $0.value.count > 1 }).keys.sorted(by: >) {
            var current = value
            descend(from: value) { shrinker, lower in
                let candidate = shrinker.best.choices.values.map { $0 == current ? lower : $0 }
                guard shrinker.accepts(candidate) else { return false }
                current = lower
                return true
            }
        }
    }

    /// Subtracts from one choice and adds as much to a later one of the same kind, for failures
    /// that need a sum: 1001 is simpler than 501 and 500.
    mutating func moveToTheRight() {
        let reach = 8
        for left in best.choices.record.indices {
            for right in left + 1..<left + 1 + reach {
                guard !isExhausted else { return }
                move(from: left, to: right)
            }
        }
    }

    private mutating func move(from left: Int, to right: Int) {
        let record = best.choices.record
        guard right < record.count, record[left].value > 0, record[left].bound > 1,
            record[left].bound == record[right].bound
        else { return }
        descend(from: record[left].value) { shrinker, lower in
            var candidate = shrinker.best.choices.values
            guard right < candidate.count, lower < candidate[left] else { return false }
            let (sum, overflow) = candidate[right].addingReportingOverflow(candidate[left] - lower)
            guard !overflow, sum <= record[right].bound else { return false }
            candidate[left] = lower
            candidate[right] = sum
            return shrinker.accepts(candidate)
        }
    }
}
