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
    /// Takes what a newer snapshot has, unless there are changes of its own: then it remembers what
    /// these were made upon.
    func refresh(from former: Snapshot, to snapshot: Snapshot) throws(StoreError)
    /// Takes what the context has moved on to while there were changes, once there are none.
    func catchUp(with snapshot: Snapshot) throws(StoreError)
    /// The properties that lead to other objects in a newer snapshot because these refer to it.
    func changedInverses(
        from former: Snapshot, to next: Snapshot
    ) throws(StoreError) -> [PropertyChange]
}
