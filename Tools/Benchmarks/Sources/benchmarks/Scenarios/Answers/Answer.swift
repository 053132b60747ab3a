/// A result that is compared between the peers after the clock has stopped.
protocol Answer {
    /// Adds all of the result to a digest.
    func mix(into digest: inout Digest)
}

extension Answer {
    /// The digest of this answer alone, as text.
    var digest: String {
        var digest = Digest()
        mix(into: &digest)
        return String(digest.value, radix: 16)
    }
}

extension Int: Answer {
    func mix(into digest: inout Digest) { digest.mix(self) }
}

extension Double: Answer {
    func mix(into digest: inout Digest) { digest.mix(bitPattern) }
}

extension String: Answer {
    func mix(into digest: inout Digest) { digest.mix(self) }
}

extension Array: Answer where Element: Answer {
    func mix(into digest: inout Digest) {
        digest.mix(count)
        for element in self { element.mix(into: &digest) }
    }
}
