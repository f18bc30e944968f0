"""The API: tokens, positions, actions, streams, and the example that plays by them."""
