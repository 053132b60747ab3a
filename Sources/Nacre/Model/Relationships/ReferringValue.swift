/// A value that leads to other objects: ``ToOneValue`` and ``ToManyValue``.
public protocol ReferringValue {}

extension Optional: ReferringValue where Wrapped: ReferringValue {}
extension Array: ReferringValue where Element: ReferenceElement {}
extension Set: ReferringValue where Element: ReferenceElement {}
