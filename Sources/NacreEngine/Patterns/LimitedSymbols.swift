/// The symbols of a text, which ends early once a read must stop. The caller checks the limit after
/// matching.
struct LimitedSymbols<Symbols: IteratorProtocol<PatternSymbol>>: IteratorProtocol {
    private var symbols: Symbols
    private var pace: ReadPace

    init(_ symbols: Symbols, _ limit: ReadLimit) {
        self.symbols = symbols
        pace = ReadPace(limit)
    }

    mutating func next() -> PatternSymbol? {
        do throws(StoreError) { try pace.step() } catch { return nil }
        return symbols.next()
    }
}
