"""One file a command: `run` reads its options, calls one function, and hands the result to a report."""
