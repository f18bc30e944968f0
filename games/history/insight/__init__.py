"""Insight into finished matches: charts, judgements and the analysis of decisions."""
