"""Programs that find the numbers of agents: the weights of bots and of valuations."""
