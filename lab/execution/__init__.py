"""Who carries out the tasks of probes, tournaments and ladders: this process, several, or a cluster.

executor    tasks and who carries them out on this machine
cluster     a Ray cluster
travel      files of agents on their way to other machines
"""
