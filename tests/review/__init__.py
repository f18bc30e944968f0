"""What somebody found who set out to break the site: each finding, as the test that shows it."""
