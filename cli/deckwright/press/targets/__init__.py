"""Export targets: where finished cards go, as data, and how their files are made."""
