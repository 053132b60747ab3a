internal import ArgumentParser
internal import NacreEngine
internal import NacreExchangeCore
internal import NacreFormat

/// `nacre erase`: removes an object with all of its versions, or looks for a text in all files.
struct EraseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Removes all that a store's files hold of an object, or looks for a text.",
        discussion: """
            'nacre erase STORE User u-4711 --yes' deletes the object, its former versions and all \
            remains of them. It cannot reach backups, copies, authors and notes of commits, and \
            other objects that hold a copy of a value. 'nacre erase STORE --check TEXT' looks for \
            a text in every file of the directory, also where it is compressed, escaped or stored \
            apart, and for the keys of ids and values that are equal to it. It ends with exit code \
            65 if it finds any. A value under a stage of a program's own is not found like this; \
            the attributes are listed.
            """)

    @Argument(help: "The store's directory.") var store: String
    @Argument(help: "The entity.") var entity: String?
    @Argument(help: "The object's id, as 'nacre fetch' prints it.") var id: String?
    @Flag(help: "Confirm that the object is to be erased for good.") var yes = false
    @Option(help: "Look for this text instead of erasing anything.") var check: String?

    func validate() throws {
        if let check {
            if check.isEmpty { throw ValidationError("--check needs a text.") }
            if entity != nil || yes { throw ValidationError("--check erases nothing.") }
        } else if entity == nil || id == nil {
            throw ValidationError("Name the entity and the id, or use --check.")
        } else if !yes {
            throw ValidationError("This cannot be undone. Confirm it with --yes.")
        }
    }

    func run() throws {
        if let check { return try look(for: check) }
        guard let entity, let id else { return }
        let database = try StoreAccess.write(store)
        let schema = try database.snapshot().schema(of: entity)
        let report = try database.erase([(entity, schema.id(from: id))])
        try database.close()
        let output = Output.standard()
        try output.line(
            report.objects == 0
                ? "The store holds nothing of an object with this id."
                : "erased: \(ByteCount.counted(report.records, "record")),"
                    + " \(ByteCount.counted(report.files, "file")) rewritten or removed")
        try output.flush()
    }

    /// Prints the places at which the files hold a text.
    private func look(for text: String) throws {
        let report = try RemnantSearch(path: store).run(text)
        let output = Output.standard()
        for remnant in report.remnants { try output.line(remnant.text) }
        try output.flush()
        for attribute in report.unreadAttributes {
            StandardError.write("not decoded: \(attribute)")
        }
        for file in report.unfinishedFiles {
            StandardError.write("not searched to its end: \(file)")
        }
        if !report.isClean { throw ExitCode(65) }
    }
}
