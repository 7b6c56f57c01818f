"""Training of the engine's network: self-play of a teacher, then distillation into the student.
docs/develop/training.md is the guide, docs/develop/net.md describes the result."""
