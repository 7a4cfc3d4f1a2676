"""Games as pages for a browser: drawings as data, recordings, and one self-contained file that plays a game back."""
