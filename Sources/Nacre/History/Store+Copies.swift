public import Foundation
public import NacreEngine

/// The copies of a store that it remembers.
extension Store {
    /// The backups and forks that were made through a store while it was open for writing, by path.
    /// They may hold objects that were erased since; ``EraseReport/copies`` names them, too.
    ///
    /// Backups and forks by the tool, or by a store that is open for reading only, are not among
    /// them, nor are plain copies of the files. A fork does not know the store it was made of.
    ///
    /// May be read from any thread.
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
