internal import Nacre

/// What a context asks of its objects, of whatever entity.
protocol LiveObject: AnyObject {
    var phase: LivePhase { get }
    /// Looks, before anything is written, whether somebody else has changed it.
    /// - Parameter snapshot: what the changes were made upon.
    func noteOthersWork(
        in changes: WriteTransaction, since snapshot: Snapshot
    ) throws(StoreError)
    /// Writes what has changed.
    /// - Parameter snapshot: what the changes were made upon.
    /// - Returns: the object if it is to be deleted, which the context does.
    func write(
        to changes: WriteTransaction, since snapshot: Snapshot, _ policy: MergePolicy
    ) throws(StoreError) -> (any Entity)?
    /// What was written is what is there.
    func acceptChanges()
    /// Keeps no other objects any more.
    func letGo()
    /// Goes back to what was read; an object that was inserted is none any more.
    func discardChanges()
    /// How to take what a newer snapshot has; where there are changes of its own, how to remember
    /// what these were made upon. It is done once that is known of all objects.
    /// - Returns: nil if there is nothing to do.
    func step(from former: Snapshot, to snapshot: Snapshot) throws(StoreError) -> (() -> Void)?
    /// Whether the context has moved on without it, and there are no changes any more.
    var isBehind: Bool { get }
    /// Keeps it as it is, because what a newer snapshot has cannot be read.
    /// - Parameter snapshot: whose state it shows.
    /// - Returns: whether it could be read until now.
    func stayBehind(at snapshot: Snapshot) -> Bool
    /// The properties that lead to other objects in a newer snapshot because these refer to it.
    func changedInverses(
        from former: Snapshot, to next: Snapshot
    ) throws(StoreError) -> [PropertyChange]
}
