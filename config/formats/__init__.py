"""How each language writes dates and times: settings, FORMAT_MODULE_PATH."""
