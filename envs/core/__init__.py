"""What every game is made of: kernels, random numbers, hexes and the Game contract."""
