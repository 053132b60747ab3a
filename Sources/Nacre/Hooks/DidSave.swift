/// An entity that wants to know what was saved of it, once it is.
///
/// ```swift
/// extension Note: DidSave {
///     static func didSave(_ saved: Saved<Note>) {
///         for note in saved.inserted { spotlight.add(note) }
///         for note in saved.deleted { spotlight.remove(note) }
///     }
/// }
/// ```
/// Entities that do not conform pay nothing for it.
public protocol DidSave: Hooked {
    /// Called once for each commit of this ``Store`` that has changed objects of the entity, when
    /// it is as durable as ``Store/Options/durability`` asks for, and before `performChanges`
    /// returns. Not for a dry run, nor for what another process has done before this one opened the
    /// store; ``Store/commits(since:)`` tells of that.
    ///
    /// It runs on the thread, or in the task, that made the change, after others were let in to
    /// make theirs: it may begin a change of its own, for which it is called again. With changes
    /// of several threads it may run at the same time for each of them.
    /// - Parameter saved: the objects, and the commit.
    static func didSave(_ saved: Saved<Self>)
}
