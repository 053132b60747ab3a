/// An entity with a hook that runs before an object is deleted, and can prevent that.
///
/// ```swift
/// extension Employee: WillDelete {
///     func willDelete(in changes: WriteTransaction) throws {
///         try changes.update(department.id) { $0.headcount -= 1 }
///     }
/// }
/// ```
/// Entities that do not conform have no cost.
public protocol WillDelete: Hooked {
    /// Runs before the object is deleted, also if it is deleted with another one by
    /// ``DeleteRule/cascade``. The object is as it is stored.
    ///
    /// A deletion first checks references whose rule is ``DeleteRule/deny``. Then it calls the hook
    /// once for each object: first for the requested ones, then for those that are deleted with
    /// them. It deletes nothing before all these calls have returned.
    /// - Parameter changes: The transaction, to change other objects.
    /// - Throws: An error that prevents the deletion. Then nothing of the call is done. The call
    ///   throws a ``StoreError`` as it is, and any other error as the ``StoreError/underlying`` one
    ///   of an error with the code `refused`.
    func willDelete(in changes: WriteTransaction) throws
}
