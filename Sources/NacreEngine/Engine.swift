// Placeholder until the engine core lands in the next commits.
