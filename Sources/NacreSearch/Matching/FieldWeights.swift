/// The weights of the fields, 0 or more. A field without a weight has 1.
struct FieldWeights: Sendable {
    private let weights: [Double]

    init(_ weights: [Double]) {
        self.weights = (0..<RunLayout.fieldsMax).map { field in
            guard field < weights.count else { return 1 }
            return weights[field] > 0 && weights[field].isFinite ? weights[field] : 0
        }
    }

    @inline(__always)
    subscript(field: Int) -> Double { weights[field] }
}
