"""Short scripts that train: one in plain torch, others with the libraries of others; `make recipes` runs them."""
