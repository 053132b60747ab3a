import Foundation
import HTTPTypes
import Hummingbird
import Nacre

/// Answers requests for pages of objects.
struct PageReader: Sendable {
    let store: Store
    let signer: URLSigner
    let limits: ReadLimits

    /// Reads a page of the request that the query of the URL contains.
    /// - Parameters:
    ///   - type: The type of the objects.
    ///   - fields: The attributes that clients may filter and sort by. Others stay hidden.
    ///   - scope: A filter of the program's own, which the client does not see.
    ///   - others: Parameters of the query that the caller has read itself.
    func page<Owner: Entity & Encodable>(
        of type: Owner.Type, allowing fields: [PartialKeyPath<Owner.Fields>],
        in scope: Filter<Owner> = .all,
        ignoring others: Set<String> = [], _ request: Request, _ context: some RequestContext
    ) async throws -> Response {
        let query = request.uri.query ?? ""
        let fetch = try FetchRequest<Owner>(
            urlQuery: query, allowing: fields, objectsMax: limits.pageSizeMax, signedBy: signer,
            ignoring: others)
        // A filter may have to read every object, so the read has a thread of its own, a deadline,
        // and a share of the processors.
        let (page, token) = try await store.read(
            deadline: limits.deadline, processors: limits.processors, label: "page"
        ) { snapshot in
            (try snapshot.page(fetch.where(scope)), snapshot.token)
        }
        let body = PageBody(
            items: page.items, next: try next(page, fetch, others, request),
            token: token.description)
        var headers = HTTPFields()
        if let next = body.next, let link = HTTPField.Name("Link") {
            headers[link] = "<\(next)>; rel=\"next\""
        }
        return try .json(body, headers: headers, request, context)
    }

    /// Returns the path and query of the next page. The cursor is signed, because a client that
    /// makes its own could find out where values are that it may not see.
    private func next<Owner: Entity>(
        _ page: Page<Owner>, _ fetch: FetchRequest<Owner>, _ others: Set<String>,
        _ request: Request
    ) throws -> String? {
        guard let cursor = page.cursor else { return nil }
        var query = try fetch.after(cursor).urlQuery(signedBy: signer)
        for name in others.sorted() {
            guard let value = request.uri.queryParameters[name[...]] else { continue }
            let escaped = value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            query += "&\(name)=\(escaped)"
        }
        return "\(request.uri.path)?\(query)"
    }
}
