"""Small games whose exploitability is known, as games of the contract, to see how much of it exploiters find.

tabulated     small games of OpenSpiel, their whole trees in tables: exact by construction
blind_boards  Phantom Tic-Tac-Toe and Dark Hex of three cells by three, too large for tables
targets       strategies to exploit
finding       what exploiters find
"""
