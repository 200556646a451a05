"""The Reinforcement Phase: what comes, what is replaced, rebuilt and consolidated (OCS 13.5, 13.6, 13.9)."""
