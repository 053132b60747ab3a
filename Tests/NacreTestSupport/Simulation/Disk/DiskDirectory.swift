/// A directory of a simulated disk. Its raw value begins the names of its files on the disk.
package enum DiskDirectory: String, CaseIterable, Sendable {
    case store = ""
    /// A second store, at ``SimulatedDisk/forkPath``.
    case fork = "fork/"

    init(path: String) { self = path == SimulatedDisk.forkPath ? .fork : .store }

    /// Makes the directory of a file.
    /// - Parameter name: The file's name on the disk.
    init(of name: String) { self = name.hasPrefix(Self.fork.rawValue) ? .fork : .store }

    /// Returns the name on the disk of a file in this directory.
    func place(_ name: String) -> String { rawValue + name }

    /// Returns the names of the files in this directory among those on the disk.
    func names(in places: some Sequence<String>) -> [String] {
        places.filter { Self(of: $0) == self }.map { String($0.dropFirst(rawValue.count)) }
    }
}
