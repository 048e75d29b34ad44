"""The knowledge base: model, graph, store, index, snapshot. Knows no file format and no question."""

import os

# Matrices here are small: a second thread of the linear algebra costs four times the processor time of one where other
# work runs beside it. Must be said before numpy is imported; whoever sets the variable otherwise is followed.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# The encoder's threads wait without spinning: on a busy machine two that spin for each other take twenty times as long.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
