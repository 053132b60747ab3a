import Nacre

/// The settings of the server: from the arguments, or else from the environment.
struct Settings: Sendable {
    /// The path of the store's folder: `--store`, `TRACKER_STORE`.
    var store = "tracker.nacre"
    /// The path of the folder of the backup: `--backup`, `TRACKER_BACKUP`.
    var backup: String?
    /// The address to listen on: `--host`, `TRACKER_HOST`.
    var host = "127.0.0.1"
    /// The port to listen on: `--port`, `TRACKER_PORT`.
    var port = 8080
    /// The number of threads for connections: `--threads`, `TRACKER_THREADS`.
    var threads: Int?
    /// The key that signs cursors, 32 hexadecimal digits: `TRACKER_KEY`. Arguments of a process can
    /// be read by others, so there is no argument for it. Without a key, the server makes one, and
    /// cursors end with the process.
    var key: [UInt8] = (0..<16).map { _ in UInt8.random(in: 0...255) }
    /// The limits on reads: `--read-milliseconds`, `--read-processors`, `--search-pause`, which is
    /// in percent of the time that a search took.
    var limits = ReadLimits()
    /// The seconds between two signs of life of a feed: `--beat`, `TRACKER_BEAT`.
    var beat = Duration.seconds(15)

    /// The explanation of all arguments.
    static let help = """
        USAGE: TrackerServer [--store PATH] [--backup PATH] [--host ADDRESS] [--port NUMBER]
                             [--threads NUMBER] [--read-milliseconds NUMBER]
                             [--read-processors NUMBER] [--search-pause PERCENT]
                             [--beat SECONDS]

        Each can also be set in the environment: TRACKER_STORE, TRACKER_READ_MILLISECONDS. The key
        that signs cursors, 32 hexadecimal digits, can be set only there: TRACKER_KEY.
        """

    /// Reads the settings.
    /// - Parameters:
    ///   - arguments: The arguments of the process, without its name.
    ///   - environment: The environment of the process.
    init(_ arguments: [String], environment: [String: String]) throws(SettingsError) {
        for name in Self.names {
            let variable = "TRACKER_" + name.uppercased().replacing("-", with: "_")
            if let value = environment[variable] { try set(name, to: value, variable) }
        }
        if let value = environment["TRACKER_KEY"] { key = try Self.bytes(value) }
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let name = String(argument.dropFirst(2))
            guard argument.hasPrefix("--"), Self.names.contains(name), let value = rest.popFirst()
            else { throw SettingsError("'\(argument)' is not an argument, or lacks its value.") }
            try set(name, to: value, argument)
        }
    }

    private static let names = [
        "store", "backup", "host", "port", "threads", "read-milliseconds", "read-processors",
        "search-pause", "beat",
    ]

    private mutating func set(
        _ name: String, to value: String, _ source: String
    ) throws(SettingsError) {
        switch name {
        case "store": store = value
        case "backup": backup = value
        case "host": host = value
        case "port": port = try Self.number(value, 0...65_535, source)
        case "threads": threads = try Self.number(value, 1...1024, source)
        case "read-milliseconds":
            limits.duration = .milliseconds(try Self.number(value, 1...600_000, source))
        case "read-processors": limits.processors = try Self.number(value, 1...1024, source)
        case "search-pause":
            limits.searchPause = Double(try Self.number(value, 0...10_000, source)) / 100
        default: beat = .seconds(try Self.number(value, 1...3600, source))
        }
    }

    private static func number(
        _ text: String, _ range: ClosedRange<Int>, _ source: String
    ) throws(SettingsError) -> Int {
        guard let number = Int(text), range.contains(number) else {
            throw SettingsError(
                "\(source) takes a number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    private static func bytes(_ text: String) throws(SettingsError) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == 32, text.count == 32 else {
            throw SettingsError("TRACKER_KEY takes 32 hexadecimal digits.")
        }
        return (0..<16).map { UInt8(digits[2 * $0] << 4 | digits[2 * $0 + 1]) }
    }
}
