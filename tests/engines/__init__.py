"""The site in three engines: Chromium, Firefox and WebKitGTK, as Debian ships them."""
