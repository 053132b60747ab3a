internal import NacreFormat
internal import Synchronization

/// The plans of one ``RecordPlan`` for the stored layouts of records, made when the first record of
/// each is read. Reading one takes no lock and counts no reference, because several threads do so
/// for each record.
@safe final class StoredRecordPlans: Sendable {
    /// A plan, and the next one of the same list.
    private final class Link: Sendable {
        let plan: StoredRecordPlan
        let next: Link?

        init(_ plan: StoredRecordPlan, next: Link?) {
            self.plan = plan
            self.next = next
        }
    }

    /// The number of lists, by the lowest bits of the layout id. Nearly all entities have fewer
    /// layouts.
    private static let listCount = 16

    // SAFETY: `listCount` elements, allocated in `init` and freed in `deinit`. Each holds a
    // retained `Link` or nil. Links are only added, under the lock, and released in `deinit`.
    private nonisolated(unsafe) let lists: UnsafeMutablePointer<Atomic<UnsafeRawPointer?>>
    private let lock = Mutex(())

    init() {
        unsafe lists = .allocate(capacity: Self.listCount)
        for place in 0..<Self.listCount {
            unsafe (lists + place).initialize(to: Atomic(nil))
        }
    }

    deinit {
        for place in 0..<Self.listCount {
            let head = unsafe lists[place].load(ordering: .relaxed)
            if let head = unsafe head { unsafe Unmanaged<Link>.fromOpaque(head).release() }
        }
        unsafe lists.deinitialize(count: Self.listCount)
        unsafe lists.deallocate()
    }

    /// Calls a closure with the plan for a layout.
    /// - Parameter make: Makes the plan. Not kept if it fails.
    @inline(__always)
    func with<Result>(
        _ id: LayoutID, _ make: () throws(UnreadableLeaf) -> StoredRecordPlan,
        _ body: (StoredRecordPlan) throws -> Result
    ) throws -> Result {
        // `self` holds the plans.
        defer { withExtendedLifetime(self) {} }
        if let plan = unsafe known(id) {
            return try unsafe plan._withUnsafeGuaranteedRef(body)
        }
        return try body(makeOnce(id, make))
    }

    @inline(__always)
    private func known(_ id: LayoutID) -> Unmanaged<StoredRecordPlan>? {
        let list = unsafe lists + Int(id.rawValue) % Self.listCount
        guard let head = unsafe list.pointee.load(ordering: .acquiring) else { return nil }
        var next: Unmanaged<Link>? = unsafe .fromOpaque(head)
        while let link = unsafe next {
            unsafe next = unsafe link._withUnsafeGuaranteedRef { link in
                unsafe link.next.map { unsafe .passUnretained($0) }
            }
            let plan: Unmanaged<StoredRecordPlan>? = unsafe link._withUnsafeGuaranteedRef { link in
                unsafe link.plan.layoutID == id ? .passUnretained(link.plan) : nil
            }
            if unsafe plan != nil { return unsafe plan }
        }
        return nil
    }

    @inline(never)
    private func makeOnce(
        _ id: LayoutID, _ make: () throws(UnreadableLeaf) -> StoredRecordPlan
    ) throws(UnreadableLeaf) -> StoredRecordPlan {
        try lock.withLock { (_) throws(UnreadableLeaf) in
            if let plan = unsafe known(id) { return unsafe plan.takeUnretainedValue() }
            let plan = try make()
            let list = unsafe lists + Int(id.rawValue) % Self.listCount
            let head = unsafe list.pointee.load(ordering: .relaxed)
            // The new link takes over the reference to the old one.
            let next = unsafe head.map {
                unsafe Unmanaged<Link>.fromOpaque($0).takeRetainedValue()
            }
            let link = unsafe Unmanaged.passRetained(Link(plan, next: next))
            unsafe list.pointee.store(UnsafeRawPointer(link.toOpaque()), ordering: .releasing)
            return plan
        }
    }
}
