"""Python classes in processes of their own, which see what their side may know and nothing else."""
