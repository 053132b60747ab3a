public import NacreEngine

/// Requests as the query of a URL: `filter=population%20%3E%205&sort=-population&limit=10`.
///
/// | name | value |
/// | --- | --- |
/// | `filter` | the filter in text form |
/// | `sort` | the sorting in text form |
/// | `limit`, `offset` | the numbers of objects |
/// | `after` | the text of a cursor, ``Cursor/urlText(signedBy:)`` |
extension FetchRequest {
    private enum Parameter: String {
        case filter, sort, limit, offset, after
    }

    /// Returns the request as the query of a URL, without the question mark.
    /// - Parameter signer: The signer of the cursor, if the request has one.
    /// - Throws: ``StoreError`` with `invalidValue` if the request has no text form: it uses the
    ///   order of a language, a value that cannot be stored, or ``ignoringDefaultFilter``, which no
    ///   client may choose.
    public func urlQuery(signedBy signer: URLSigner? = nil) throws(StoreError) -> String {
        if let problem = textProblem { throw StoreError(.invalidValue, problem) }
        guard !ignoresDefaultFilter else {
            throw StoreError(
                .invalidValue,
                "A request that ignores the default filter has no form for URLs, because no client"
                    + " may choose to.")
        }
        var parts: [(Parameter, String)] = []
        if !filter.isAll { parts.append((.filter, filter.description)) }
        if !sorts.isEmpty { parts.append((.sort, sorts.order)) }
        if let limit { parts.append((.limit, "\(limit)")) }
        if offset != 0 { parts.append((.offset, "\(offset)")) }
        if let cursor { parts.append((.after, cursor.urlText(signedBy: signer))) }
        return parts.map { "\($0.rawValue)=\(URLText.escaped($1))" }.joined(separator: "&")
    }

    /// Reads a request from the query of a URL that comes from a client. Its filter and its sorts
    /// may use only the attributes in a list. All others, and their names, stay hidden.
    ///
    /// ```swift
    /// let request = try FetchRequest<City>(
    ///     urlQuery: uri.query ?? "", allowing: [\.name, \.population], objectsMax: 100)
    /// let page = try store.page(request)
    /// ```
    /// - Parameters:
    ///   - urlQuery: The query without the question mark, as it was received. A plus sign is a
    ///     space.
    ///   - fields: The attributes that may be used. An embedded struct includes all of its
    ///     properties.
    ///   - limits: The limits on the cost of the filter and on the number of sorts.
    ///   - objectsMax: The highest limit, 0 or more. A request without a limit gets this one.
    ///   - offsetMax: The highest offset. Objects are counted up to it, so a high one is costly.
    ///   - signer: The signer of cursors; nil if they are not signed. A client that makes a cursor
    ///     itself can find out where any id and any value of the sorts is in the order.
    ///   - others: Names of parameters that the program reads itself. All other unknown names are
    ///     an error, because a misspelled `filter` would return all objects.
    /// - Throws: ``StoreError`` with `invalidValue`, which names the parameter.
    public init(
        urlQuery: String, allowing fields: [PartialKeyPath<Owner.Fields>],
        limits: FilterLimits = FilterLimits(), objectsMax: Int = 1000, offsetMax: Int = 10_000,
        signedBy signer: URLSigner? = nil, ignoring others: Set<String> = []
    ) throws(StoreError) {
        guard objectsMax >= 0, offsetMax >= 0 else {
            throw Self.error("The highest limit and offset must be 0 or more.")
        }
        self.init()
        limit = objectsMax
        var known: Set<Parameter> = []
        for (name, value) in try Self.parameters(urlQuery) where !others.contains(name) {
            guard let parameter = Parameter(rawValue: name) else {
                throw Self.error("'\(name.prefix(40))' is not a parameter of requests.")
            }
            guard known.insert(parameter).inserted else {
                throw Self.error("'\(name)' occurs twice.")
            }
            do throws(StoreError) {
                switch parameter {
                case .filter: filter = try Filter(parsing: value, allowing: fields, limits: limits)
                case .sort:
                    let sorting = try Sorting<Owner>(
                        parsing: value, allowing: fields, limits: limits)
                    sorts = sorting.sorts
                case .limit: limit = try Self.number(value, 0...objectsMax)
                case .offset: offset = try Self.number(value, 0...offsetMax)
                case .after: cursor = try Cursor(urlText: value, signedBy: signer)
                }
            } catch {
                throw Self.error("The parameter '\(name)' cannot be used. \(error.message)")
            }
        }
        // Rather than at the first read, where the reason is no longer the client's.
        guard cursor == nil || cursor?.order == sorts.order else {
            throw Self.error("The cursor belongs to another 'sort'. Begin with the first page.")
        }
    }

    /// Returns the names and values of a query.
    private static func parameters(
        _ query: String
    ) throws(StoreError) -> [(name: String, value: String)] {
        var parameters: [(String, String)] = []
        for part in query.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = URLText.text(escaped: pair[0]),
                let value = URLText.text(escaped: pair.count > 1 ? pair[1] : "")
            else { throw error("'\(part.prefix(40))' has an escape that is not valid.") }
            parameters.append((name, value))
        }
        return parameters
    }

    private static func number(
        _ text: String, _ range: ClosedRange<Int>
    ) throws(StoreError) -> Int {
        guard let number = Int(text), range.contains(number) else {
            throw error("It takes a whole number from 0 to \(range.upperBound).")
        }
        return number
    }

    private static func error(_ problem: String) -> StoreError {
        StoreError(.invalidValue, problem).about(Owner.entityName)
    }
}
