"""How the outside sees a game: AEC, Parallel, batched vector and Gymnasium views, each written once for every game."""
