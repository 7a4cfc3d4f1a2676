"""stub"""
class InsectsWords:
    def __init__(self,*a): pass
