public import Foundation
public import NacreEngine

/// The copies of a store that it remembers.
extension Store {
    /// The backups and forks that were made through a store while it was open for writing, by path.
    /// They may hold objects that were erased since; ``EraseReport/copies`` names them, too.
    ///
    /// A backup by the tool, or by a store that is open for reading only, is not among them.
    /// Neither is a plain copy of the files. May be read from any thread.
    /// - Throws: ``StoreError``: `closed`, `corrupt`, `io`.
    public var copies: [StoreCopy] {
        get throws(StoreError) { try StoreError.typed { try database.copies() } }
    }

    /// Forgets a copy, for example after its directory was removed or moved.
    ///
    /// ```swift
    /// for copy in try store.copies where copy.isMissing { try store.forgetCopy(at: copy.path) }
    /// ```
    /// May be called from any thread, but not inside a change.
    /// - Parameter path: The path in ``StoreCopy/path``.
    /// - Throws: ``StoreError``: `noSuchObject` if no copy at the path is remembered, `readOnly`,
    ///   `closed`, `diskFull`, `io`.
    public func forgetCopy(at path: String) throws(StoreError) {
        try StoreError.typed { try database.performChanges { try $0.forgetCopy(at: path) } }
    }
}

extension StoreCopy {
    /// The time at which the copy was made.
    public var date: Date { Date(timeIntervalSince1970: Double(time) / 1_000_000) }
}
