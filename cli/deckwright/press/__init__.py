"""The press: faces, type-setting, sheets and PDF."""
