internal import Nacre

/// The members of a live object of any entity that its context uses.
protocol LiveObject: AnyObject {
    var phase: LivePhase { get }
    /// Checks, before anything is written, whether others have changed the object.
    /// - Parameter snapshot: The snapshot that the changes to the object are based on.
    func noteOthersWork(
        in changes: WriteTransaction, since snapshot: Snapshot
    ) throws(StoreError)
    /// Writes the changes to the object.
    /// - Parameter snapshot: The snapshot that the changes are based on.
    /// - Returns: The object if it is to be deleted, which the context does.
    func write(
        to changes: WriteTransaction, since snapshot: Snapshot, _ policy: MergePolicy
    ) throws(StoreError) -> (any Entity)?
    /// Makes the written state the committed one. Later changes stay unsaved.
    /// - Parameter former: The snapshot that the context had before the save.
    func acceptChanges(since former: Snapshot)
    /// Releases the other objects that the object holds.
    func letGo()
    /// Takes note of objects that a fetch has read together with this one.
    /// - Parameter keepsThem: Whether this one keeps them alive.
    func readWith(_ companions: Companions, keeping keepsThem: Bool)
    /// Returns to the state that was read; an object that was inserted becomes gone.
    func discardChanges()
    /// Returns a closure that takes over the state of a newer snapshot. If the object has changes
    /// of its own, the closure only remembers the snapshot that these are based on. The context
    /// calls it once it has the closures of all objects.
    /// - Returns: The closure; nil if there is nothing to do.
    func step(from former: Snapshot, to snapshot: Snapshot) throws(StoreError) -> (() -> Void)?
    /// Whether the context has moved on without the object, which has no changes any more.
    var isBehind: Bool { get }
    /// Leaves the object as it is, because its state in a newer snapshot cannot be read.
    /// - Parameter snapshot: The snapshot whose state the object has.
    /// - Returns: Whether the object could be read until now.
    func stayBehind(at snapshot: Snapshot) -> Bool
    /// Returns the observed properties whose lists of referring objects differ in a newer snapshot.
    func changedInverses(
        from former: Snapshot, to next: Snapshot
    ) throws(StoreError) -> [PropertyChange]
}
