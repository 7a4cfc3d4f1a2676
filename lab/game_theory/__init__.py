"""Theory of matrix games, on plain arrays; no game and no agent is known here.

A *payoff* is a matrix: what the row's strategy gets against the column's. Where a function speaks of *strategies*, row
k and column k are the same strategy and the payoff is that of a symmetric game: ``payoff + payoff.T`` is constant, as
for shares of first place, averaged over all seatings, of which the two players together have 1.

equilibrium     value, the equilibrium of maximum entropy, regrets
correlated      correlated equilibria
dominance       strategies that another one, or a mixture of others, makes superfluous
alpha_rank      how long evolution stays at each strategy
transitivity    how much of the payoffs one number a strategy explains
cycles          who beats whom in a circle
variety         effective number of strategies
samples         payoffs of which only games are known: means, intervals, resamples
evidence        p-values that hold however often one looks
advantages      what one strategy has above another against each opponent
accusations     dominance and decided edges in samples, with one error rate for all of them
allocation      which pairs need more games
exploration     pairs that play until nothing is undecided, and mixtures tried on fresh games
"""
