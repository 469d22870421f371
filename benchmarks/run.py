"""Run every benchmark; each prints ratios, so that machines can be compared."""

from __future__ import annotations

import checking
import loading
import previewing
import printing
import startup
import translating


def main() -> None:
    """Run them in turn."""
    startup.main()
    loading.main()
    checking.main()
    printing.main()
    previewing.main()
    translating.main()


if __name__ == "__main__":
    main()
