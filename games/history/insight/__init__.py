"""What could be known of a finished match: charts, judgements and the analysis of decisions."""
