"""DeepL, through its own client."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from deckwright.errors import UsageError
from deckwright.messages import tr
from deckwright.model.languages import base_of
from deckwright.translation.machine import odd_answer, trouble

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deepl import DeepLException

    from deckwright.errors import InputError

_TARGETS = {"en": "EN-GB", "pt": "PT-PT"}
"""Languages that DeepL wants to know the country of, where it translates into them."""

_RETRIES = 4
"""How often the client asks again after 429 or 503; it waits 1 s, and each time 1.6 times as long."""

_NAME = "DeepL"


class DeepL:
    """Translates with DeepL. A key that ends in `:fx` is for the free service; `url` is for another server."""

    name = _NAME
    most = 50

    def __init__(self, key: str, url: str = "") -> None:
        self._key, self._url = key, url
        try:
            import deepl  # noqa: F401 - it is told at once that it is missing
        except ImportError:
            raise UsageError(
                "not-installed",
                tr("{name} is not installed.", name="deepl"),
                hint="pip install 'deckwright[deepl]'",
            ) from None

    def translate(self, texts: Sequence[str], source: str, target: str) -> list[str]:
        """Translate texts, as a `Service` does."""
        import deepl

        deepl.http_client.max_network_retries = _RETRIES
        client = deepl.DeepLClient(self._key, server_url=self._url or None)
        try:
            with closing(client):
                results = client.translate_text(
                    list(texts),
                    source_lang=base_of(source).upper(),
                    target_lang=_TARGETS.get(target, target.upper()),
                    tag_handling="xml",
                    ignore_tags=["code"],
                    preserve_formatting=True,
                )
        except deepl.DeepLException as fault:
            raise _trouble(fault) from fault
        except (
            LookupError,
            TypeError,
            ValueError,
            AttributeError,
            RecursionError,
        ) as fault:  # of an answer it cannot read
            raise odd_answer(_NAME) from fault
        found = results if isinstance(results, list) else [results]
        if len(found) != len(texts):
            raise odd_answer(_NAME)
        return [result.text for result in found]


def _trouble(fault: DeepLException) -> InputError:
    import deepl

    if isinstance(fault, deepl.AuthorizationException):
        return trouble(_NAME, tr("it does not know the key."), tr("Look at DEEPL_AUTH_KEY."))
    if isinstance(fault, deepl.QuotaExceededException):
        return trouble(_NAME, tr("the characters of this month are used up."))
    if isinstance(fault, deepl.TooManyRequestsException):
        return trouble(_NAME, tr("it is asked too much."), tr("Try again in some minutes."))
    if isinstance(fault, deepl.ConnectionException):
        return trouble(_NAME, tr("it cannot be reached."), tr("Is there a connection?"))
    return trouble(_NAME, str(fault).partition("\n")[0][:200])
