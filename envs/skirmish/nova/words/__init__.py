"""How nova speaks to people: actions, questions, boards, pictures, the log, positions as text."""
