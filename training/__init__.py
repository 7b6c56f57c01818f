"""Training of the engine's network: self-play of a teacher, then distillation into the student.
docs/training.md is the guide, docs/net.md describes the result."""
