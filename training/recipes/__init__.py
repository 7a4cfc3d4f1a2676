"""Short scripts that train on swarmzoo's environments with the libraries of others: `make recipes` runs them."""
