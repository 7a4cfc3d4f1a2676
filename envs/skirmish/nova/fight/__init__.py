"""An attack, stage by stage: see ``pipeline``."""
