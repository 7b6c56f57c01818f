"""From self-play to a network for the engine. docs/training.md is the guide, docs/net.md the
result."""
