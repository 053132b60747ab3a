/// The identity of a store's lock. It does not depend on the path that leads to the directory. Both
/// files count: a copy of a store that is made of hard links has the same lock in another
/// directory, and a lock that was replaced is another file in the same directory.
package struct LockIdentity: Hashable, Sendable {
    let directory: POSIXCalls.Identity
    let lock: POSIXCalls.Identity
}
