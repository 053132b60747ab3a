internal import NacreFormat

/// How a value comes out of the records that a path leads to, of whichever layout each is.
struct ReachedStep<Step> {
    private let path: ReferencePath
    private var steps: LayoutCache<LayoutContent<Step>>

    /// - Parameter make: the step of a layout.
    init(
        _ path: ReferencePath, _ make: @escaping (Layout) throws(OperandError) -> Step
    ) {
        self.path = path
        steps = LayoutCache { layout in
            do throws(OperandError) { return LayoutContent(try make(layout)) } catch {
                throw StoreError(error)
            }
        }
    }

    /// The record at the end, with how the value comes out of it; nil if there is none.
    mutating func target(
        of found: FoundRecord
    ) throws -> (record: FoundRecord, step: Step)? {
        guard let target = try path.target(of: found) else { return nil }
        return (target, try steps[target.layout].content)
    }
}
