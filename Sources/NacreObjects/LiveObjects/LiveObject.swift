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
    func write(
        to changes: WriteTransaction, since snapshot: Snapshot, _ policy: MergePolicy
    ) throws(StoreError)
    /// What was written is what is there.
    func acceptChanges()
    /// Keeps no other objects any more.
    func letGo()
    /// Goes back to what was read; an object that was inserted is none any more.
    func discardChanges()
    /// Takes what a newer snapshot has, unless there are changes of its own.
    func refresh(from former: Snapshot, to snapshot: Snapshot) throws(StoreError)
}

/// How far an object of a context is from its store.
enum LivePhase {
    /// As it was read or saved.
    case clean
    case inserted, updated, deleted
    /// No longer in the store, or never saved. Its last value stays.
    case gone

    var isUnsaved: Bool { self != .clean && self != .gone }
}

/// One state of a live object, as undoing goes back to it.
struct LiveState<Owner: Entity> {
    let object: Owner
    /// False once it was deleted.
    let isPresent: Bool
    /// Whether it was inserted where there was an object already, which cannot be saved.
    let isDuplicate: Bool
    /// The same only of a state and its copies: not every type can be compared.
    let stamp = LiveStamp()

    init(_ object: Owner, isPresent: Bool, isDuplicate: Bool = false) {
        self.object = object
        self.isPresent = isPresent
        self.isDuplicate = isDuplicate
    }
}

/// Equal to itself only.
final class LiveStamp: Equatable {
    static func == (left: LiveStamp, right: LiveStamp) -> Bool { left === right }
}
