"""Documents for the table: rules pages, reference cards and score pads, from plain values."""
