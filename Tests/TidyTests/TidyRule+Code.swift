/// What our code does not use, or only in some places.
extension TidyRule {
    static let codeRules = [printing, traps, formatImports, libcImports, unsafePointers]

    static let printing = eachCodeLine(
        "the library prints nothing", where: { $0.isSwift && $0.isIn("Sources") }
    ) { line in
        Words.contains("print(", in: line)
            ? "return or throw instead of print(: a library has no console" : nil
    }

    static let traps = eachCodeLine(
        "no force, no fatal error", where: { $0.isSwift && $0.isIn("Sources", "Tools") }
    ) { line in
        let banned = [
            ("try!", "throw on, or handle the error, instead of try!"),
            ("as!", "use as? and handle nil, instead of as!"),
            ("fatalError(", "throw if the world is to blame, else use preconditionFailure("),
        ]
        return banned.first { Words.contains($0.0, in: line) }?.1
    }

    static let formatImports = eachCodeLine(
        "NacreFormat needs no Foundation",
        where: { $0.isSwift && $0.isIn("Sources/NacreFormat") }
    ) { line in
        importedModule(line)?.hasPrefix("Foundation") == true
            ? "do without Foundation: the formats are bytes and the standard library" : nil
    }

    static let libcImports = eachCodeLine(
        "only FileSystem knows libc",
        where: {
            $0.isSwift && $0.isIn("Sources", "Tools")
                && !$0.isIn("Sources/NacreEngine/FileSystem")
        }
    ) { line in
        let names = ["Glibc", "Musl", "Darwin", "Bionic", "WASILibc"]
        guard let module = importedModule(line), names.contains(module) else { return nil }
        return "call the system from Sources/NacreEngine/FileSystem/ only, not by \(module) here"
    }

    /// The files that may name the unsafe pointer types, by module. To extend it, add the file with
    /// the pointers behind an interface that has none, and say beside it why a span does not do.
    static let filesWithPointers: [String: Set<String>] = [
        "Sources/NacreFormat": [
            // What everything else reads bytes with: bounds are checked there. A span cannot be
            // stored in a struct without an experimental feature.
            "Bytes/ByteView.swift",
            // What everything else writes bytes with: its memory must not move while it is read.
            "Bytes/ByteBuffer.swift",
            // Generated code stores slots at their places, without a call for each.
            "Record/RecordBuilder.swift",
            // The parser's inner loop reads words; the entry point takes a caller's buffer.
            "JSON/JSONBytes.swift", "JSON/JSONParser.swift",
            // The calls of a C library.
            "Compression/LZ4Library.swift",
        ],
        "Sources/Nacre": [
            // Generated code in a user's module loads and stores slots without a call: what it
            // inlines can only be a pointer and an offset.
            "Records/RowDecoder.swift", "Records/RowEncoder.swift", "Records/SlotTable.swift",
            // Several threads fill one array.
            "Fetching/SharedRows.swift",
        ],
        "Tools/microbenchmarks": [
            // What somebody would write who cares for nothing but speed.
            "HandWrittenDecoder.swift"
        ],
        "Tools/Benchmarks/Sources/benchmarks": [
            // The calls of a C library.
            "Peers/SQLite/SQLiteStatement.swift", "Peers/LMDB/LMDBTransaction.swift",
            "Peers/LMDB/LMDBCursor.swift", "Peers/LMDB/LMDBCities.swift",
            "Peers/MergeTree/LevelDB.swift", "Peers/MergeTree/RocksDB.swift",
            "Peers/MergeTree/MergeTreeLibrary.swift", "Peers/MergeTree/MergeTreeCursor.swift",
            "Peers/MergeTree/MergeTreeChanges.swift", "Peers/MergeTree/MergeTreeKey.swift",
            // Records that a library lends where they lie, for as long as a transaction.
            "Peers/KeyValue/City+Record.swift", "Peers/KeyValue/KeyValuePeer.swift",
            "Peers/KeyValue/KeyValuePeer+Scans.swift",
        ],
        "Tools/fuzzing": [
            // What libFuzzer passes and takes.
            "Fuzzing.swift"
        ],
        "Sources/NacreEngine": [
            // Lends the bytes of a string.
            "Keys/String+NFC.swift",
            // Nodes without reference counts: one file reads and writes them, one owns them.
            "Tree/Node.swift", "Tree/NodeSlabs.swift",
            // Objects that nodes and roots have by their address.
            "Tree/PackedLeafOwner.swift", "Tree/DeferredTree.swift",
            // Where 64 records stand, and bits that several threads set: without locks or copies.
            "Reading/RecordBlock.swift", "Segments/CheckedRows.swift",
            // Blocks that are checked when they are first read, and made again in place.
            "Checkpoint/CheckpointBlocks.swift",
            // The system calls, huge pages, and memory that stands in for a file.
            "FileSystem/POSIXCalls.swift", "FileSystem/HugePages.swift",
            "FileSystem/MemoryContent.swift",
        ],
    ]

    /// One violation a file, since a file that is listed is free of the rule.
    static let unsafePointers = TidyRule(name: "unsafe pointers stay in the files listed") { file in
        let isListed = filesWithPointers.contains { module, files in
            files.contains { file.path == module + "/" + $0 }
        }
        guard file.isSwift, file.isIn("Sources", "Tools"), !isListed else { return [] }
        for (index, line) in file.code.enumerated() {
            guard let name = unsafePointer(line) else { continue }
            let advice = "use a span instead of \(name), or list this file in filesWithPointers"
            return [file.violation(line: index + 1, advice)]
        }
        return []
    }

    /// The first unsafe pointer type that a line of code names.
    static func unsafePointer(_ line: String) -> String? {
        Words.all(in: line).first { $0.hasPrefix("Unsafe") && $0.hasSuffix("Pointer") }
    }

    /// The module that a line of code imports.
    private static func importedModule(_ line: String) -> String? {
        let words = Words.all(in: line)
        guard let index = words.firstIndex(of: "import"), index + 1 < words.count else {
            return nil
        }
        let kinds = ["struct", "class", "enum", "protocol", "typealias", "func", "var", "let"]
        let isOfOneName = kinds.contains(words[index + 1]) && index + 2 < words.count
        return words[isOfOneName ? index + 2 : index + 1]
    }
}
