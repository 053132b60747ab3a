/// The passes that make the list of choices shorter.
extension Shrinker {
    /// Leaves out elements of sequences: first half of them at once, at last one by one. Sequences
    /// that contain others come before those.
    mutating func removeParts() {
        var place = 0
        while let parts = sequence(at: place), !isExhausted {
            var size = parts.count
            while size > 0 {
                removeRuns(of: size, inSequenceAt: place)
                size /= 2
            }
            place += 1
        }
    }

    /// Removes runs from the end, so that the positions of the remaining parts do not change.
    private mutating func removeRuns(of size: Int, inSequenceAt place: Int) {
        var end = Int.max
        while let parts = sequence(at: place), !isExhausted {
            end = min(end, parts.count)
            guard end > 0 else { return }
            let start = max(0, end - size)
            removeChoices(parts[start].lowerBound..<parts[end - 1].upperBound)
            end = start
        }
    }

    /// Returns a sequence of the best counterexample, from the outermost on, or nil after the last.
    /// Each is looked up again after an edit, since the others move or vanish.
    private func sequence(at place: Int) -> [Range<Int>]? {
        let all = best.choices.sequences
        return place < all.count ? all[all.count - 1 - place] : nil
    }

    /// Leaves out any run of choices, regardless of its meaning. Runs are short here: long runs
    /// that form a part have already been removed.
    mutating func removeChunks() {
        for size in stride(from: 8, through: 1, by: -1) {
            var end = best.choices.record.count
            while end > 0, !isExhausted {
                if size <= end { removeChoices(end - size..<end) }
                end = min(end - 1, best.choices.record.count)
            }
        }
    }

    private mutating func removeChoices(_ range: Range<Int>) {
        var candidate = best.choices.values
        candidate.removeSubrange(range)
        _ = accepts(candidate)
    }
}
