/// An entity with a hook that runs before an object is saved.
///
/// ```swift
/// extension Note: WillSave {
///     mutating func willSave(replacing old: Note?, in changes: WriteTransaction) throws {
///         modified = .now
///     }
/// }
/// ```
/// Entities that do not conform have no cost.
public protocol WillSave: Hooked {
    /// Runs before the object is inserted or changed, in the transaction and before any rule is
    /// checked. It may change the object, except for its id, and also other objects. Its changes
    /// are undone if the object cannot be stored.
    ///
    /// It is called for each `insert`, `update`, `save` and `upsert`, even if nothing changes, and
    /// for objects that lose a reference by ``DeleteRule/nullify``.
    /// - Parameters:
    ///   - old: The object as it is stored before the change; nil if it is new.
    ///   - changes: The transaction.
    /// - Throws: An error that prevents the object from being saved. The call throws a
    ///   ``StoreError`` as it is, and any other error as the ``StoreError/underlying`` one of an
    ///   error with the code `refused`.
    mutating func willSave(replacing old: Self?, in changes: WriteTransaction) throws
}
