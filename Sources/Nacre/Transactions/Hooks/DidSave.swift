/// An entity with a hook that receives its changed objects after each commit.
///
/// ```swift
/// extension Note: DidSave {
///     static func didSave(_ saved: Saved<Note>) {
///         for note in saved.inserted { spotlight.add(note) }
///         for note in saved.deleted { spotlight.remove(note) }
///     }
/// }
/// ```
/// Entities that do not conform have no cost.
public protocol DidSave: Hooked {
    /// Receives the changed objects. It is called once for each commit of this ``Store`` that has
    /// changed objects of the entity, when the commit is as durable as
    /// ``Store/Options/durability`` requires, and before `performChanges` returns. It is called
    /// neither for a dry run nor for commits that another process made before this one opened the
    /// store; ``Store/commits(since:)`` returns these.
    ///
    /// It runs on the thread, or in the task, that made the change, after the store lets the next
    /// change begin. So it may begin a change of its own, for which it is called again. If several
    /// threads make changes, it may run concurrently for each of them.
    /// - Parameter saved: The objects, and the commit.
    static func didSave(_ saved: Saved<Self>)
}
