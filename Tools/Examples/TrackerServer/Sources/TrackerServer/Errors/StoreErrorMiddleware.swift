import HTTPTypes
import Hummingbird
import Logging
import Nacre

/// The one place that turns errors of the store into answers.
struct StoreErrorMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: TrackerContext,
        next: (Request, TrackerContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as StoreError {
            return try answer(error, request, context)
        } catch is CancellationError {
            throw HTTPError(.serviceUnavailable)
        }
    }

    private func answer(
        _ error: StoreError, _ request: Request, _ context: TrackerContext
    ) throws -> Response {
        let status = HTTPResponse.Status(error.code)
        let isReasonOfClient = status.kind == .clientError
        context.logger.log(
            level: isReasonOfClient ? .debug : .error, "\(error)",
            metadata: ["code": "\(error.code)", "path": "\(request.uri.path)"])
        var headers = HTTPFields()
        if status == .serviceUnavailable { headers[.retryAfter] = "1" }
        return try .json(
            ErrorBody(error, isReasonOfClient: isReasonOfClient), status: status,
            headers: headers, request, context)
    }
}
