"""Machine translation: services that translate texts, each behind the same small interface.

No service is asked unless a user names it, and has set what it needs in the environment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from deckwright.errors import InputError, UsageError
from deckwright.messages import tr

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SERVICES = ("deepl", "libretranslate")
"""The services, as users name them."""


class Service(Protocol):
    """Translates texts; `name` is what it is called, `most` how many it takes at once.

    The texts are HTML, whose `code` elements are to stay as they are.
    """

    name: str
    most: int

    def translate(self, texts: Sequence[str], source: str, target: str) -> list[str]:
        """Translate texts from one language, such as `it`, into another; give one for each, in order.

        Raises:
            InputError: the service refuses, cannot be reached, or answers what cannot be understood.
        """


def service_of(name: str, environment: Mapping[str, str]) -> Service:
    """Give the service of a name, with the key and the address that the environment has for it.

    Raises:
        UsageError: something it needs is not set, or not installed.
    """
    if name == "deepl":
        from deckwright.translation.machine.deepl_service import DeepL

        return DeepL(_needed("DEEPL_AUTH_KEY", environment), environment.get("DEEPL_SERVER_URL", ""))
    from deckwright.translation.machine.libretranslate import LibreTranslate

    url = _needed("LIBRETRANSLATE_URL", environment)
    if not url.startswith(("http://", "https://")):
        message = tr("{name} is no address of a server: it starts with https://.", name="LIBRETRANSLATE_URL")
        raise UsageError("machine", message)
    return LibreTranslate(url, environment.get("LIBRETRANSLATE_API_KEY", ""))


def _needed(name: str, environment: Mapping[str, str]) -> str:
    value = environment.get(name, "").strip()
    if not value:
        raise UsageError(
            "machine",
            tr("The environment variable {name} is not set.", name=name),
            hint=tr("Set it to what the service gave you, or leave --with out: the memory needs none."),
        )
    return value


def trouble(service: str, reason: str, hint: str = "") -> InputError:
    """Say why a service has not translated."""
    return InputError(
        "machine", tr("{service} has not translated: {reason}", service=service, reason=reason), hint=hint
    )


def odd_answer(service: str) -> InputError:
    """Say that a service answered what cannot be understood."""
    return trouble(
        service,
        tr("its answer is not what was expected."),
        tr("Is the address that of a server of this service?"),
    )
