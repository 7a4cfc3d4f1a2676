"""Policies that remember: does a memory of its own decisions make a policy stronger? ``compare`` measures it."""
