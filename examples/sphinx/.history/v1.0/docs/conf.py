import os

project = "Kettle"
author = "The Kettle authors"
release = "1.0"
version = os.environ.get("READTHEDOCS_VERSION_NAME", release)
language = os.environ.get("READTHEDOCS_LANGUAGE", "en")
html_theme = "furo"
html_title = f"Kettle {version}"
html_baseurl = os.environ.get("READTHEDOCS_CANONICAL_URL", "")
exclude_patterns = ["schedule.rst"]
