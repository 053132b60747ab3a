internal import NacreEngine

/// The coded form: the filter and the sorts as texts, in an object with a version:
/// `{"filter":"population > 5","limit":10,"offset":0,"sorts":["-population"],"version":1}`.
extension FetchRequest: Codable {
    private enum CodingKeys: String, CodingKey {
        case version, filter, sorts, limit, offset, after, ignoresDefaultFilter
    }

    /// Decodes a request, which may come from outside the program. A request that ignores the
    /// entity's ``Entity/defaultFilter`` is refused, unless the decoder's `userInfo` has
    /// `CodingUserInfoKey.mayIgnoreDefaultFilter`.
    /// - Parameter decoder: A decoder of any format.
    /// - Throws: `DecodingError` if the data is not a request of this entity, or if the request is
    ///   not permitted.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try CodedForm.check(container, .version)
        let filter = try container.decode(String.self, forKey: .filter)
        let sorts = try container.decode([String].self, forKey: .sorts)
        self.init()
        do throws(StoreError) {
            self.filter = try Filter(parsing: filter)
            for text in sorts { self.sorts += try Sorting<Owner>(parsing: text).sorts }
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: container.codingPath, debugDescription: error.description))
        }
        limit = try container.decodeIfPresent(Int.self, forKey: .limit)
        offset = try container.decode(Int.self, forKey: .offset)
        cursor = try container.decodeIfPresent(Cursor<Owner>.self, forKey: .after)
        ignoresDefaultFilter =
            try container.decodeIfPresent(Bool.self, forKey: .ignoresDefaultFilter) ?? false
        guard !ignoresDefaultFilter || decoder.userInfo[.mayIgnoreDefaultFilter] as? Bool == true
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .ignoresDefaultFilter, in: container,
                debugDescription: "The request ignores the default filter of \(Owner.entityName),"
                    + " which the decoder does not permit.")
        }
    }

    /// The reason why the filter or the sorts have no text form, or nil if they have one.
    var textProblem: String? {
        if let problem = filter.scoped.textProblem ?? sorts.lazy.compactMap(\.problem).first {
            return problem
        }
        return sorts.contains { $0.order != nil }
            ? "A sort in the order of a language has no text form." : nil
    }

    /// Encodes the request.
    /// - Parameter encoder: An encoder of any format.
    /// - Throws: `EncodingError` if a value in the filter has no stored form, or if a sort uses the
    ///   order of a language.
    public func encode(to encoder: any Encoder) throws {
        if let problem = textProblem {
            throw EncodingError.invalidValue(
                self, EncodingError.Context(codingPath: [], debugDescription: problem))
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(CodedForm.version, forKey: .version)
        try container.encode(filter.description, forKey: .filter)
        try container.encode(sorts.map(\.description), forKey: .sorts)
        try container.encodeIfPresent(limit, forKey: .limit)
        try container.encode(offset, forKey: .offset)
        try container.encodeIfPresent(cursor, forKey: .after)
        if ignoresDefaultFilter { try container.encode(true, forKey: .ignoresDefaultFilter) }
    }
}

/// Stored as the JSON text of the request, so that an object can hold one, such as a saved search.
extension FetchRequest: Storable {}
