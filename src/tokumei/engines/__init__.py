"""Where a recipe is carried out: the same verbs in memory, from disk, on Spark."""
