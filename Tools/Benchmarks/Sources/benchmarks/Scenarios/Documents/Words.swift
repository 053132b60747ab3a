/// Text made of words, which are the same for all peers.
enum Words {
    /// A word that no text has by chance. One text in fifty has it.
    static let rare = "nacreous"

    private static let words = [
        "order", "letter", "about", "invoice", "the", "of", "and", "with", "delivery", "meeting",
        "on", "customer", "report", "quarter", "numbers", "which", "we", "sent", "answer", "today",
        "plan", "for", "budget", "please", "note", "that", "changes", "section", "draft", "final",
    ]

    /// Returns words of this many bytes together, or a few more.
    static func text(bytes: Int, _ random: inout SplitMix) -> String {
        var text = random.element(of: words)
        text.reserveCapacity(bytes + 16)
        while text.utf8.count < bytes {
            text += " "
            text += random.element(of: words)
        }
        return text
    }
}
