"""The engine: knows no game. Rules as values, the replay loop, the verdict and the audits."""
