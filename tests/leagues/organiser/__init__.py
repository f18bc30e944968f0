"""Pages of organisers, and what people do themselves in leagues."""
