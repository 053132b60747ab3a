/// The address of an object, for raw memory and for roots that refer to the object without counting
/// a reference. The user of the address keeps the object alive.
@safe struct ObjectAddress<Object: AnyObject> {
    /// 0 if there is no object.
    let rawValue: UInt64

    @inline(__always)
    init(rawValue: UInt64) { self.rawValue = rawValue }

    init(_ object: Object?) {
        let address = unsafe object.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
        rawValue = UInt64(UInt(bitPattern: address))
    }

    /// Calls `body` with the object.
    /// - Returns: The result of `body`; nil if there is no object.
    @inline(__always)
    func lend<Result>(_ body: (Object) -> Result?) -> Result? {
        // SAFETY: the address was taken from an object, which its user keeps alive.
        guard let object = unsafe UnsafeRawPointer(bitPattern: UInt(rawValue)) else { return nil }
        return unsafe Unmanaged<Object>.fromOpaque(object)._withUnsafeGuaranteedRef(body)
    }
}
