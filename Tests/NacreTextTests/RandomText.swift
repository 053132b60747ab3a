/// Random texts that are the same in each run.
struct RandomText {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next(below bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(next(below: 256)) }
    }

    /// Makes a text of some of the given characters.
    mutating func text(of characters: [Unicode.Scalar], count: Int) -> String {
        var result = String.UnicodeScalarView()
        for _ in 0..<count { result.append(characters[next(below: characters.count)]) }
        return String(result)
    }

    /// Makes a text of characters of all kinds that tokenizers tell apart.
    mutating func mixedText(count: Int) -> String {
        text(of: Self.mixed, count: count)
    }

    static let mixed: [Unicode.Scalar] = Array(
        """
        aAbB zZ09  ,;:.'_"-#*\u{B7}\u{AD}\u{C4}\u{E9}\u{DF}\u{130}\u{131}\u{301}\u{307}\u{323}\
        \u{306}\u{345}\u{3C3}\u{3C2}\u{3A3}\u{1F80}\u{418}\u{438}\u{439}\u{451}\u{2BC}\u{2019}\
        \u{5D0}\u{5D1}\u{5B4}\u{5F4}\u{627}\u{623}\u{654}\u{64E}\u{640}\u{661}\u{915}\u{93C}\
        \u{94D}\u{93F}\u{958}\u{E01}\u{E34}\u{E48}\u{E33}\u{E40}\u{4E2D}\u{56FD}\u{3042}\u{30AB}\
        \u{3099}\u{FF76}\u{FF9E}\u{FF21}\u{AC00}\u{1100}\u{1161}\u{11A8}\u{200B}\u{200D}\u{FE0F}\
        \u{20E3}\u{1F468}\u{1F469}\u{2764}\u{A9}\u{1F3FB}\u{1F1E9}\u{1F1EA}\u{E0067}\u{B2}\
        \u{10400}\u{1D165}\u{FFFD}
        """.unicodeScalars)
}
