internal import ArgumentParser
internal import NacreEngine
internal import NacreFormat

/// `nacre inspect`: shows the bytes of a store with their meaning, even if the store no longer
/// opens.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Shows the bytes of a store's files, and what they mean.",
        discussion: """
            Reads a store or one of its files, damaged or not. Each line has an offset in \
            hexadecimal, bytes, and their meaning (see Formats.md). For a store, the command shows \
            the manifest, all segments and all checkpoints, or with --segment only that segment.
            """)

    @Argument(help: "The store's directory, or one of its files.") var path: String
    @Option(help: "Only this segment: the number in its file's name, for instance 0000000a or a.")
    var segment: String?
    @Option(
        help: ArgumentHelp(
            "Begin at this offset: decimal, as in error messages, or hexadecimal with 0x.",
            valueName: "bytes"))
    var offset: ByteNumber?
    @Option(help: ArgumentHelp("The number of bytes to show of each file.", valueName: "bytes"))
    var limit: ByteNumber?

    func validate() throws {
        if let segment, UInt32(segment, radix: 16) ?? 0 == 0 {
            throw ValidationError(
                "--segment takes up to 8 hexadecimal digits, as in a file's name.")
        }
    }

    func run() throws {
        let files = StoreFiles()
        let output = Output.standard()
        let start = offset?.value ?? 0
        let end = limit.map { start.addingReportingOverflow($0.value) }
        let dump = FileDump(
            start: start, end: end.map { $0.overflow ? .max : $0.partialValue } ?? .max,
            output: output)
        if StoreAccess.isFile(path) {
            guard segment == nil else {
                throw CommandFailure(
                    .usage, "--segment chooses one of a store's segments, and this is a file.")
            }
            try dump.write(try files.file(path), name: path)
        } else {
            let number = segment.flatMap { UInt32($0, radix: 16) }.map { SegmentNumber($0) }
            let manifest = try files.manifest(inStore: path)
            for name in try files.names(inStore: path, segment: number) {
                let file = try files.file(name, inStore: path)
                if let number = FileName.checkpointNumber(name) {
                    let line = CheckpointText.line(number, file.bytes, manifest)
                    try output.line(TerminalText.escaped(line))
                }
                try dump.write(file, name: "\(path)/\(name)")
            }
        }
        try output.flush()
    }
}
