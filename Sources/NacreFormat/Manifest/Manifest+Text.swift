extension Manifest {
    /// The file's bytes.
    package var encoded: [UInt8] {
        var text = "nacre \(Format.version)\n"
        text += "store \(storeID)\n"
        if let fork { text += "fork \(fork)\n" }
        text += "generation \(generation)\n"
        text += "hashkey \(hashKey.high.hex)\(hashKey.low.hex)\n"
        for segment in segments {
            text += "segment \(segment.number) \(segment.ending.rawValue) length=\(segment.length)"
            text += " commits=\(segment.firstCommit)...\(segment.lastCommit)"
            text += " purged=\(segment.purgedAsOf) digest=\(segment.digest.hex)\n"
        }
        text += "active \(active)\n"
        if let checkpoint { text += "checkpoint \(checkpoint.hex)\n" }
        let body = Array(text.utf8)
        return body + Array("crc \(body.withView(\.crc).hex)\n".utf8)
    }

    /// Decodes and checks a manifest file.
    package static func decode(_ bytes: [UInt8]) throws(FormatError) -> Manifest {
        var parser = try ManifestParser(bytes)
        return try parser.parse()
    }
}
