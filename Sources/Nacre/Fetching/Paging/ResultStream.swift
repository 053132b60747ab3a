public import NacreEngine

/// The objects of a request one after another, of which only a batch is in memory: as many objects
/// as there are can be gone through.
///
/// ```swift
/// var cities = try store.stream(City.all, batch: 500)
/// while let city = try cities.next() { ... }
/// ```
/// `for try await city in try store.stream(City.all) { ... }` does the same in asynchronous code.
/// A sequence cannot throw, and reading can: ``results`` says of each element whether it was read.
///
/// All objects are those of one snapshot. It is let go of with the last batch, or with the stream,
/// whichever comes first. Where an index has the request's order, a batch reads no more than its
/// objects; otherwise a pass over all objects finds the next 65536 and keeps 4 bytes of each.
///
/// A stream is a value: a copy goes on from the same place, by itself.
public struct ResultStream<Element>: AsyncSequence, AsyncIteratorProtocol {
    /// What goes wrong in reading.
    public typealias Failure = StoreError

    /// Gives the next elements.
    typealias Fill = @Sendable (inout RecordStream, Int) throws -> [Element]

    private let fill: Fill
    private let batch: Int
    /// Nil once everything was read.
    private var records: RecordStream?
    /// Of the present batch, the next one last: each leaves with the call that passes it on.
    private var elements: [Element] = []

    init(_ records: RecordStream, batch: Int, _ fill: @escaping Fill) {
        self.records = records.isOver ? nil : records
        self.batch = batch
        self.fill = fill
    }

    /// The next object, or nil after the last.
    /// - Throws: what reading throws; the stream is over then.
    public mutating func next() throws(StoreError) -> Element? {
        if let element = elements.popLast() { return element }
        guard var records = self.records else { return nil }
        // Not held twice while it is changed, and gone if reading throws.
        self.records = nil
        elements = try StoreError.typed { try fill(&records, batch) }
        elements.reverse()
        if !records.isOver { self.records = records }
        return elements.popLast()
    }

    /// The same for a plain `for`, from where the stream stands.
    public var results: StreamResults<Element> { StreamResults(self) }

    /// The stream itself, from where it stands.
    public func makeAsyncIterator() -> ResultStream { self }
}

extension ResultStream: Sendable where Element: Sendable {}

/// The objects of a ``ResultStream`` as a sequence. If reading fails, that is the last element.
///
/// ```swift
/// for result in try store.stream(City.all).results {
///     let city = try result.get()
///     ...
/// }
/// ```
public struct StreamResults<Object>: Sequence, IteratorProtocol {
    private var stream: ResultStream<Object>

    fileprivate init(_ stream: ResultStream<Object>) { self.stream = stream }

    /// The next object, or why there is none; nil after the last.
    public mutating func next() -> Result<Object, StoreError>? {
        do throws(StoreError) {
            return try stream.next().map { .success($0) }
        } catch {
            return .failure(error)
        }
    }
}

extension StreamResults: Sendable where Object: Sendable {}
