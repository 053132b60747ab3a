public import Nacre
public import Observation

/// The result of a request that follows the store, for lists on a screen. It works with SwiftUI,
/// which reads ``objects`` or ``sections`` in a view, and without it: a closure gets each change
/// with its indices.
///
/// ```swift
/// @State private var cities = LiveResults(City.all.sorted(\.name.ascending), in: store)
/// var body: some View {
///     List(cities.objects) { city in Text(city.name) }
/// }
/// ```
/// Sections are made of the values of one property, by which the objects are sorted first. With an
/// index of that property, the store reads them in this order and sorts nothing.
///
/// ```swift
/// let cities = LiveResults(
///     City.all.sorted(\.name.ascending), in: store, sections: \.country)
/// for section in cities.sections { print(section.value, section.objects.map(\.name)) }
/// ```
/// The first result is read when the instance is made. Later ones are read in the background and
/// shown on the main actor. A commit that does not change the result runs nothing on the main
/// actor. Sequences of commits that come faster than results are shown make one change.
@MainActor
@Observable
public final class LiveResults<Owner: Entity, Value: Hashable & Sendable> {
    /// The objects, in the order of the request.
    public private(set) var objects: [Owner] = []
    /// The sections, in the order of the objects. Empty if there are no objects, and if no property
    /// was named.
    public private(set) var sections: [LiveSection<Owner, Value>] = []
    /// The reason why there are no further results; nil while results are followed, and after the
    /// store was closed. The objects stay those of the last result.
    public private(set) var failure: StoreError?
    /// The number of results that were shown so far.
    @ObservationIgnored public private(set) var resultCount = 0

    /// The request. Setting another one shows its result: the objects of the former one stay until
    /// it is read.
    public var request: FetchRequest<Owner> {
        didSet {
            guard request != oldValue else { return }
            replacesAll = true
            follow(results)
        }
    }

    /// Called on the main actor after each new result, with its difference from the former one. Use
    /// it for lists that need indices, such as UIKit's. The first result of another request removes
    /// all objects and inserts its own.
    @ObservationIgnored public var onChange: (@MainActor (ResultChange<Owner>) -> Void)?

    @ObservationIgnored private let store: Store
    @ObservationIgnored private let property: (any KeyPath<Owner, Value> & Sendable)?
    @ObservationIgnored private var task: Task<Void, Never>?
    /// Whether the next result is that of another request.
    @ObservationIgnored private var replacesAll = false

    /// Makes the live result of a request, in sections.
    /// - Parameters:
    ///   - request: The request. Its objects are sorted by the section's property first, ascending,
    ///     unless its own sorts begin with that property.
    ///   - store: The store.
    ///   - sections: The property whose values make the sections. It must be an attribute that can
    ///     be sorted by; otherwise ``failure`` says so.
    public init(
        _ request: FetchRequest<Owner>, in store: Store,
        sections: any KeyPath<Owner, Value> & Sendable
    ) {
        self.request = request
        self.store = store
        property = sections
        begin()
    }

    private init(plain request: FetchRequest<Owner>, _ store: Store) {
        self.request = request
        self.store = store
        property = nil
        begin()
    }

    /// Makes the live result of a request, without sections.
    public convenience init(
        _ request: FetchRequest<Owner>, in store: Store
    ) where Value == Never {
        self.init(plain: request, store)
    }

    isolated deinit { task?.cancel() }

    private var results: ResultChanges<Owner>.AsyncIterator {
        let sorted = property.map { request.sorted(firstBy: $0) } ?? request
        return store.values(of: sorted).changes.makeAsyncIterator()
    }

    /// Reads the first result at once, so that a view never shows an empty list before it.
    private func begin() {
        var results = results
        do throws(StoreError) {
            guard let first = try results.first() else { return }
            show(first)
        } catch {
            return failure = error
        }
        follow(results)
    }

    private func follow(_ results: sending ResultChanges<Owner>.AsyncIterator) {
        task?.cancel()
        failure = nil
        task = Task.detached { [weak self] in
            var results = results
            do throws(StoreError) {
                while let change = try await results.next(isolation: nil) {
                    guard let self, await self.showNext(change) else { return }
                }
            } catch {
                await self?.fail(error)
            }
        }
    }

    /// - Returns: False if the results of another request are shown now.
    private func showNext(_ change: ResultChange<Owner>) -> Bool {
        if Task.isCancelled { return false }
        let change = replacesAll ? change.replacing(objects.count) : change
        replacesAll = false
        show(change)
        onChange?(change)
        return true
    }

    private func show(_ change: ResultChange<Owner>) {
        objects = change.objects
        sections = makeSections()
        resultCount += 1
    }

    private func fail(_ error: StoreError) {
        if !Task.isCancelled { failure = error }
    }

    private func makeSections() -> [LiveSection<Owner, Value>] {
        guard let property else { return [] }
        var sections: [LiveSection<Owner, Value>] = []
        var start = 0
        while start < objects.count {
            let value = objects[start][keyPath: property]
            // Each NaN is a section of its own: it equals nothing, not even itself.
            let end =
                objects[(start + 1)...].firstIndex { $0[keyPath: property] != value }
                ?? objects.count
            sections.append(
                LiveSection(value: value, places: start..<end, objects: objects[start..<end]))
            start = end
        }
        return sections
    }
}
