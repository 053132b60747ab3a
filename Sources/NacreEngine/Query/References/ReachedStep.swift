internal import NacreFormat

/// A reader of a value from the records that a path leads to, whatever their layouts.
struct ReachedStep<Step> {
    private let path: ReferencePath
    private var steps: LayoutCache<LayoutContent<Step>>

    /// - Parameter make: Makes the step of a layout.
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

    /// Returns the record at the end of the path, with the step that reads its value; nil if there
    /// is none.
    mutating func target(
        of found: FoundRecord
    ) throws -> (record: FoundRecord, step: Step)? {
        guard let target = try path.target(of: found) else { return nil }
        return (target, try steps[target.layout].content)
    }
}
