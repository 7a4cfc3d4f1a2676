"""A rules record that holds a field and nothing else."""

import numpy as np

from swarmzoo.envs.core.fields import Field, field_rules, write_field_rules
from swarmzoo.envs.core.game import new_records


def field_record(field: Field) -> np.ndarray:
    """Return the record, shape (1,), of a field."""
    record = new_records(np.dtype(field_rules(field.cells), align=True), 1)
    write_field_rules(record[0], field)
    return record
