"""The sayings of the story, a module for each family of events; `series.story` is their face."""
