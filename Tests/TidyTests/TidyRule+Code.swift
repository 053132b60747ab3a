/// Constructs that our code does not use, or only in some places.
extension TidyRule {
    static let codeRules = [printing, traps, formatImports, libcImports, unsafePointers]

    static let printing = eachCodeLine(
        "the library prints nothing", where: { $0.isSwift && $0.isIn("Sources") }
    ) { line in
        Words.contains("print(", in: line)
            ? "return or throw instead of print(: a library has no console" : nil
    }

    /// The file that stops builds with checks must print its message, also if they are optimized.
    static let traps = eachCodeLine(
        "no force, no fatal error",
        where: {
            $0.isSwift && $0.isIn("Sources", "Tools")
                && !$0.path.hasSuffix("Writing/Writer+Invariants.swift")
        }
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

    /// The files that may name the unsafe pointer types, by module. To extend it, add the file that
    /// hides the pointers behind an interface without them, with the reason why a span does not
    /// suffice.
    static let filesWithPointers: [String: Set<String>] = [
        "Sources/NacreFormat": [
            // All other code reads bytes with it: bounds are checked there. A span cannot be stored
            // in a struct without an experimental feature.
            "Bytes/ByteView.swift",
            // All other code writes bytes with it: its memory must not move while it is read.
            "Bytes/ByteBuffer.swift",
            // Generated code stores slots in place, without a call for each.
            "Record/RecordBuilder.swift",
            // The parser's inner loop reads words; the entry point takes a caller's buffer.
            "JSON/JSONBytes.swift", "JSON/JSONParser.swift",
            // Scalars are converted in place, in a block that has room for them.
            "Values/ValueConversion+Bytes.swift",
            // The calls of a C library.
            "Compression/LZ4Library.swift",
        ],
        "Sources/NacreText": [
            // The loop over ASCII letters writes eight bytes at a time, and lends them without a
            // copy.
            "Scanning/TermBuffer.swift"
        ],
        "Sources/NacreSearch": [
            // Runs are built in memory of their own, which is read while it grows.
            "Runs/RunMemory.swift", "Runs/TermTable.swift", "Runs/SortedOccurrences.swift",
            // Numbers are packed and unpacked a block at a time.
            "Runs/BitPacking.swift", "Runs/ListEncoder.swift", "Runs/PostingCursor.swift",
            // A cursor keeps the bytes of one term.
            "Runs/DictionaryCursor.swift",
            // Lends bytes as another type of view.
            "Runs/Span+View.swift",
        ],
        "Sources/Nacre": [
            // Generated code in a user's module loads and stores slots without a call: it can
            // inline only a pointer and an offset.
            "Model/Records/ObjectDecoder.swift", "Model/Records/ObjectEncoder.swift",
            "Model/Records/SlotTable.swift",
            // Several threads fill one array.
            "Fetching/SharedRows.swift",
            // Parts of tuples are written into the array of the result.
            "Fetching/Projecting/ProjectedColumn.swift",
            "Fetching/Projecting/ProjectedRecords+Values.swift",
            // Values that a record lacks are put next to a copy of its fixed part. Several threads
            // look up the plans for that, without a lock and without counting references.
            "Model/Records/StoredRecordPlan.swift", "Model/Records/PlanCache.swift",
        ],
        "Tools/microbenchmarks": [
            // Code as written by a user who cares only about speed.
            "HandWrittenDecoder.swift"
        ],
        "Tools/Benchmarks/Sources/benchmarks": [
            // The calls of a C library.
            "Peers/SQLite/SQLiteStatement.swift", "Peers/LMDB/LMDBTransaction.swift",
            "Peers/LMDB/LMDBCursor.swift", "Peers/LMDB/LMDBCities.swift",
            "Peers/MergeTree/LevelDB.swift", "Peers/MergeTree/RocksDB.swift",
            "Peers/MergeTree/MergeTreeLibrary.swift", "Peers/MergeTree/MergeTreeCursor.swift",
            "Peers/MergeTree/MergeTreeChanges.swift", "Peers/MergeTree/MergeTreeKey.swift",
            // Records that a library lends in place, for the duration of a transaction.
            "Peers/KeyValue/City+Record.swift", "Peers/KeyValue/KeyValuePeer.swift",
            "Peers/KeyValue/KeyValuePeer+Scans.swift",
        ],
        "Tools/fuzzing": [
            // The arguments and results of libFuzzer.
            "Fuzzing.swift"
        ],
        "Sources/NacreEngine": [
            // Lends the bytes of a string.
            "Keys/String+Order.swift",
            // Nodes without reference counts: one file reads and writes them, one owns them.
            "Tree/Node.swift", "Tree/NodeSlabs.swift",
            // Objects that nodes and roots refer to by address.
            "Tree/PackedLeafOwner.swift", "Tree/ObjectAddress.swift",
            // The locations of 64 records, and bits that several threads set: without locks or
            // copies.
            "Reading/RecordBlock.swift", "Segments/CheckedRows.swift",
            // Blocks that are checked when they are first read, and rebuilt in place.
            "Checkpoint/CheckpointBlocks.swift",
            // The system calls, huge pages, and memory that replaces a file.
            "FileSystem/POSIXCalls.swift", "FileSystem/POSIXCalls+Memory.swift",
            "FileSystem/HugePages.swift", "FileSystem/MemoryContent.swift",
        ],
    ]

    /// Reports one violation per file, since a listed file is exempt from the rule.
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

    /// Returns the first unsafe pointer type that a line of code names.
    static func unsafePointer(_ line: String) -> String? {
        Words.all(in: line).first { $0.hasPrefix("Unsafe") && $0.hasSuffix("Pointer") }
    }

    /// Returns the module that a line of code imports.
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
