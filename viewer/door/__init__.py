"""A door for programs and language models: games that they play by words or data, one seat each."""
