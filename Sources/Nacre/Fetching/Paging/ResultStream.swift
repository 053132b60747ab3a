public import NacreEngine

/// The objects of a request, one after another. Only one batch of them is in memory, so a stream
/// can go through any number of objects.
///
/// ```swift
/// var cities = try store.stream(City.all, batch: 500)
/// while let city = try cities.next() { ... }
/// ```
/// `for try await city in try store.stream(City.all) { ... }` does the same in asynchronous code.
/// A plain sequence cannot throw, but reading can: the elements of ``results`` therefore are either
/// an object or an error.
///
/// All objects come from one snapshot. The stream releases it after the last batch, or when the
/// stream itself is released. If an index has the request's order, a batch reads only its own
/// objects; otherwise, a pass over all objects finds the next 65536 and keeps 4 bytes of each.
///
/// A stream is a value: a copy continues from the same place, independently.
public struct ResultStream<Element>: AsyncSequence, AsyncIteratorProtocol {
    /// The error of reading.
    public typealias Failure = StoreError

    /// Reads the next elements, up to a number.
    typealias Fill = @Sendable (inout RecordStream, Int) throws -> [Element]

    private let fill: Fill
    private let batch: Int
    /// Nil once everything was read.
    private var records: RecordStream?
    /// The elements of the current batch that are left, the next one last, so that each can be
    /// removed when it is returned.
    private var elements: [Element] = []

    init(_ records: RecordStream, batch: Int, _ fill: @escaping Fill) {
        self.records = records.isOver ? nil : records
        self.batch = batch
        self.fill = fill
    }

    /// Returns the next object; nil after the last one.
    /// - Throws: The error of reading, after which the stream is over.
    public mutating func next() throws(StoreError) -> Element? {
        if let element = elements.popLast() { return element }
        guard var records = self.records else { return nil }
        // Taken out: a second reference would make it copy its rows while it changes, and if
        // reading throws, nothing may be left to read.
        self.records = nil
        elements = try StoreError.typed { try fill(&records, batch) }
        elements.reverse()
        if !records.isOver { self.records = records }
        return elements.popLast()
    }

    /// The remaining objects as a sequence for a plain `for`.
    public var results: StreamResults<Element> { StreamResults(self) }

    /// Returns a copy of the stream, which continues from the same place.
    public func makeAsyncIterator() -> ResultStream { self }
}

extension ResultStream: Sendable where Element: Sendable {}

/// The objects of a ``ResultStream`` as a sequence. If reading fails, the error is the last
/// element.
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

    /// Returns the next object or the error of reading it; nil after the last one.
    public mutating func next() -> Result<Object, StoreError>? {
        do throws(StoreError) {
            return try stream.next().map { .success($0) }
        } catch {
            return .failure(error)
        }
    }
}

extension StreamResults: Sendable where Object: Sendable {}
