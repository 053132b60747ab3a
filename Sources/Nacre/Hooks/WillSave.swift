/// An entity whose objects have something to do before they are saved.
///
/// ```swift
/// extension Note: WillSave {
///     mutating func willSave(replacing old: Note?, in changes: WriteTransaction) throws {
///         modified = .now
///     }
/// }
/// ```
/// Entities that do not conform pay nothing for it.
public protocol WillSave: Hooked {
    /// Called before the object is inserted or changed, in the transaction and before any rule is
    /// looked at: it may change the object, though not its id, and other objects too. What it does
    /// is undone if the object cannot be stored.
    ///
    /// It runs for each `insert`, `update`, `save` and `upsert`, also where nothing changes, and
    /// for objects that lose a reference by ``DeleteRule/nullify``.
    /// - Parameters:
    ///   - old: the object as it is stored so far; nil if it is new.
    ///   - changes: the transaction.
    /// - Throws: what keeps the object from being saved: the call throws it as it is if it is a
    ///   ``StoreError``, and else as ``StoreError/underlying`` of one with the code `refused`.
    mutating func willSave(replacing old: Self?, in changes: WriteTransaction) throws
}
