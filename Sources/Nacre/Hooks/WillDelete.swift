/// An entity whose objects have something to do before they are deleted, or a word to say in it.
///
/// ```swift
/// extension Employee: WillDelete {
///     func willDelete(in changes: WriteTransaction) throws {
///         try changes.update(department.id) { $0.headcount -= 1 }
///     }
/// }
/// ```
/// Entities that do not conform pay nothing for it.
public protocol WillDelete: Hooked {
    /// Called on the object as it is stored at last, before it is deleted, also where it goes with
    /// another one by ``DeleteRule/cascade``: first for what is to be deleted, then for what goes
    /// with it. Objects whose rule is ``DeleteRule/deny`` are asked before any of these. Once for
    /// each object and call, and nothing is deleted before all have been called.
    /// - Parameter changes: the transaction, to change other objects.
    /// - Throws: what keeps it from being deleted. Then nothing of the call is: it throws this as
    ///   it is if it is a ``StoreError``, and else as ``StoreError/underlying`` of one with the
    ///   code `refused`.
    func willDelete(in changes: WriteTransaction) throws
}
