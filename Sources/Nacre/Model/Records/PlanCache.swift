internal import Synchronization

/// Plans that are made when they are first needed, and then kept. Looking one up takes no lock and
/// counts no reference, because several threads do so for each record. Thread-safe.
@safe final class PlanCache<Key: Hashable & Sendable, Plan: AnyObject & Sendable>: Sendable {
    /// A plan, and the next one of the same list.
    private final class Link: Sendable {
        let key: Key
        let plan: Plan
        let next: Link?

        init(_ key: Key, _ plan: Plan, next: Link?) {
            self.key = key
            self.plan = plan
            self.next = next
        }
    }

    /// The number of lists, by the hash of the key.
    private static var listCount: Int { 16 }

    /// The maximum number of plans. Further ones are made each time.
    private static var countMax: Int { 4096 }

    // SAFETY: `listCount` elements, allocated in `init` and freed in `deinit`. Each holds a
    // retained `Link` or nil. Links are only added, under the lock, and released in `deinit`.
    private nonisolated(unsafe) let lists: UnsafeMutablePointer<Atomic<UnsafeRawPointer?>>
    /// The number of plans.
    private let count = Mutex(0)

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

    /// Calls a closure with the plan for a key.
    /// - Parameter make: Makes the plan. Not kept if it fails.
    @inline(__always)
    func with<Result, Failure: Error>(
        _ key: Key, _ make: () throws(Failure) -> Plan, _ body: (Plan) throws -> Result
    ) throws -> Result {
        // `self` holds the plans.
        defer { withExtendedLifetime(self) {} }
        if let plan = unsafe known(key) {
            return try unsafe plan._withUnsafeGuaranteedRef(body)
        }
        return try body(makeOnce(key, make))
    }

    /// Returns the plan for a key.
    /// - Parameter make: Makes the plan. Not kept if it fails.
    func plan<Failure: Error>(
        for key: Key, _ make: () throws(Failure) -> Plan
    ) throws(Failure) -> Plan {
        if let plan = unsafe known(key) { return unsafe plan.takeUnretainedValue() }
        return try makeOnce(key, make)
    }

    private func list(_ key: Key) -> UnsafeMutablePointer<Atomic<UnsafeRawPointer?>> {
        unsafe lists + Int(UInt(bitPattern: key.hashValue) % UInt(Self.listCount))
    }

    @inline(__always)
    private func known(_ key: Key) -> Unmanaged<Plan>? {
        guard let head = unsafe list(key).pointee.load(ordering: .acquiring) else { return nil }
        var next: Unmanaged<Link>? = unsafe .fromOpaque(head)
        while let link = unsafe next {
            let plan: Unmanaged<Plan>? = unsafe link._withUnsafeGuaranteedRef { link in
                unsafe link.key == key ? .passUnretained(link.plan) : nil
            }
            if unsafe plan != nil { return unsafe plan }
            unsafe next = unsafe link._withUnsafeGuaranteedRef { link in
                unsafe link.next.map { unsafe .passUnretained($0) }
            }
        }
        return nil
    }

    @inline(never)
    private func makeOnce<Failure: Error>(
        _ key: Key, _ make: () throws(Failure) -> Plan
    ) throws(Failure) -> Plan {
        try count.withLock { (count) throws(Failure) in
            if let plan = unsafe known(key) { return unsafe plan.takeUnretainedValue() }
            let plan = try make()
            guard count < Self.countMax else { return plan }
            count += 1
            let list = unsafe list(key)
            let head = unsafe list.pointee.load(ordering: .relaxed)
            // The new link takes over the reference to the old one.
            let next = unsafe head.map {
                unsafe Unmanaged<Link>.fromOpaque($0).takeRetainedValue()
            }
            let link = unsafe Unmanaged.passRetained(Link(key, plan, next: next))
            unsafe list.pointee.store(UnsafeRawPointer(link.toOpaque()), ordering: .releasing)
            return plan
        }
    }
}
