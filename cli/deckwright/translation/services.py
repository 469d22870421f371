"""Machine translation services (DeepL, LibreTranslate), and the markup that protects icons and terms from them."""

from __future__ import annotations

import json
import re
import time
from contextlib import closing
from html import escape, unescape
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from deckwright.errors import InputError, UsageError, as_finding
from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.languages import base_of
from deckwright.model.markup import EMPHASIS, ICON_FORM, tags_of, unpaired_stars
from deckwright.translation.memory import cased_like, has_same_icons, has_same_tags

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from urllib.error import HTTPError
    from urllib.request import OpenerDirector

    from deepl import DeepLException


SERVICES = ("deepl", "libretranslate")
"""The services, as users name them."""


class Service(Protocol):
    """A service that translates texts; `name` is its own name, `most` the most texts in one request.

    Texts are HTML; their `code` elements stay as they are.
    """

    name: str
    most: int

    def translate(self, texts: Sequence[str], source: str, target: str) -> list[str]:
        """Translate texts from one language, such as `it`, into another, in order.

        Raises:
            InputError: the service refuses, cannot be reached, or sends an unexpected answer.
        """


def connect_service(name: str, environment: Mapping[str, str]) -> Service:
    """Service with the key and address that the environment has for it.

    Raises:
        UsageError: a variable that it needs is not set, or its client is not installed.
    """
    if name == "deepl":
        return DeepL(_needed("DEEPL_AUTH_KEY", environment), environment.get("DEEPL_SERVER_URL", ""))

    url = _needed("LIBRETRANSLATE_URL", environment)
    if not url.startswith(("http://", "https://")):
        message = tr(
            "{name} must be the address of a server, such as https://example.org.", name="LIBRETRANSLATE_URL"
        )
        raise UsageError("machine", message)
    return LibreTranslate(url, environment.get("LIBRETRANSLATE_API_KEY", ""))


def _needed(name: str, environment: Mapping[str, str]) -> str:
    value = environment.get(name, "").strip()
    if not value:
        raise UsageError(
            "machine",
            tr("The environment variable {name} is not set.", name=name),
            hint=tr("Set it to the value from the service, or run without --with to use only the memory."),
        )
    return value


def service_error(service: str, reason: str, hint: str = "") -> InputError:
    """Error of a service, with its reason."""
    return InputError(
        "machine", tr("{service} did not translate: {reason}", service=service, reason=reason), hint=hint
    )


def unexpected_answer(service: str) -> InputError:
    """Error for an answer of a service that cannot be read."""
    return service_error(
        service,
        tr("its answer was unexpected."),
        tr("Check that the address is of a server of this service."),
    )


_OPEN, _CLOSE = '<code translate="no">', "</code>"


_WRAPPED = re.compile(r"<code\b[^<>]*>(.*?)</code>", re.DOTALL)


_EMPHASISED = re.compile(r"<(b|i)>(\s*)(.*?)(\s*)</\1>", re.DOTALL)


_TAGS = {1: ("<i>", "</i>"), 2: ("<b>", "</b>"), 3: ("<b><i>", "</i></b>")}


_TOO_LONG = 1_000
"""Letters that an answer may have beyond 20 times those of its source."""


_STARS = {"b": "**", "i": "*"}


def mask_tokens(text: str, terms: Mapping[str, str], language: str = "") -> str:
    """Text as HTML, with icons, tags and terms protected; `terms` are translations of glossary terms, in a language."""
    return _emphasised(_wrap_tokens(escape(text, quote=False), terms, language))


def _wrap_tokens(text: str, terms: Mapping[str, str], language: str) -> str:
    """Wrap icons, tags and the translations of terms in elements that services keep; the longest term first."""
    translations = {term.casefold(): translation for term, translation in terms.items() if term}
    words = [re.escape(escape(term, quote=False)) for term in sorted(terms, key=len, reverse=True) if term]
    tags = {re.escape(tag.written) for tag in tags_of(text) if not tag.is_printed}
    pattern = "|".join([ICON_FORM, *sorted(tags), *(rf"(?<![\w&]){word}(?!\w)" for word in words)])

    def wrapped(match: re.Match[str]) -> str:
        written = unescape(match[0])
        translation = translations.get(written.casefold(), written)
        return f"{_OPEN}{escape(cased_like(translation, written, language), quote=False)}{_CLOSE}"

    return re.sub(pattern, wrapped, text, flags=re.IGNORECASE if words else 0)


def _emphasised(text: str) -> str:
    def tagged(match: re.Match[str]) -> str:
        before, after = _TAGS[len(match[1])]
        return f"{before}{_emphasised(match[2])}{after}"

    return EMPHASIS.sub(tagged, text)


def unmask_tokens(html: str, source: str) -> str | None:
    """Text from the HTML of a service; None if its icons, tags or stars are not those of the source."""
    if len(html) > _TOO_LONG + 20 * len(source):
        return None
    text = _WRAPPED.sub(lambda match: match[1], html.strip())
    for _ in range(2):
        text = _EMPHASISED.sub(
            lambda match: f"{match[2]}{_STARS[match[1]]}{match[3]}{_STARS[match[1]]}{match[4]}", text
        )
    text = "" if re.search(r"</?(?:code|b|i)\b", text) else unescape(text)
    is_whole = text.strip() and has_same_icons(text, source) and text.count("*") == source.count("*")
    is_whole = is_whole and has_same_tags(text, source)
    return text if is_whole and (unpaired_stars(text) >= 0) == (unpaired_stars(source) >= 0) else None


class ServiceResult(NamedTuple):
    """Translations by context, and findings on those that were not usable."""

    texts: Mapping[str, str]
    findings: Sequence[Finding]


def translate_all(
    service: Service,
    sources: Mapping[str, str],
    languages: tuple[str, str],
    terms: Mapping[str, str],
    advance: Callable[[int], None] | None = None,
) -> ServiceResult:
    """Translate texts, by context, from the first language into the second; `advance` gets the number done.

    If a service stops on the way, for instance when its quota is used up, finished texts are kept: they may cost money.

    Raises:
        InputError: the service has not translated any.
    """
    texts: dict[str, str] = {}
    findings: list[Finding] = []
    contexts = list(sources)
    for start in range(0, len(contexts), service.most):
        batch = contexts[start : start + service.most]
        try:
            answers = service.translate(
                [mask_tokens(sources[context], terms, languages[1]) for context in batch], *languages
            )
        except InputError as fault:
            if not start:
                raise
            findings.append(as_finding(fault))
            break
        for context, answer in zip(batch, answers, strict=True):
            text = unmask_tokens(answer, sources[context])
            if text is None:
                findings.append(_refused(context, sources[context]))
            else:
                texts[context] = text
        if advance:
            advance(start + len(batch))
    return ServiceResult(texts, findings)


def _refused(context: str, source: str) -> Finding:
    message = tr(
        "The translation of {context}, “{source}”, was skipped: the service changed its icons or stars.",
        context=context,
        source=source,
    )
    card = () if ":" in context else (context.rpartition(".")[0],)
    return Finding("machine-icons", "warning", message, card)


_TARGETS = {"en": "EN-GB", "pt": "PT-PT"}
"""Languages that DeepL translates into by country only."""


_RETRIES = 4
"""Retries after 429 or 503; the client waits 1 s, then 1.6 times longer each time."""


_DEEPL = "DeepL"


class DeepL:
    """DeepL, through its own client; a key that ends in `:fx` is for the free service, `url` for another server."""

    name = _DEEPL
    most = 50

    def __init__(self, key: str, url: str = "") -> None:
        self._key, self._url = key, url
        try:
            import deepl  # noqa: F401 - so that a missing client is reported before any work
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
            raise unexpected_answer(_DEEPL) from fault
        answers = results if isinstance(results, list) else [results]
        if len(answers) != len(texts):
            raise unexpected_answer(_DEEPL)
        return [result.text for result in answers]


def _trouble(fault: DeepLException) -> InputError:
    import deepl

    if isinstance(fault, deepl.AuthorizationException):
        return service_error(_DEEPL, tr("the key is not valid."), tr("Check DEEPL_AUTH_KEY."))
    if isinstance(fault, deepl.QuotaExceededException):
        return service_error(_DEEPL, tr("this month’s quota of characters is used up."))
    if isinstance(fault, deepl.TooManyRequestsException):
        return service_error(_DEEPL, tr("there were too many requests."), tr("Try again in a few minutes."))
    if isinstance(fault, deepl.ConnectionException):
        return service_error(_DEEPL, tr("it cannot be reached."), tr("Check the connection."))
    return service_error(_DEEPL, str(fault).partition("\n")[0][:200])


_LIBRE = "LibreTranslate"


_TIMEOUT = 60
"""Longest wait for an answer, in s; a server at home needs some of them for a batch."""


_WAITS = (1.0, 3.0, 9.0)
"""Waits before further tries, in s, if the server does not ask for another."""


_LONGEST_WAIT = 60.0


_BUSY = {429, 503}


_LARGEST = 10_000_000


_LONGEST_REASON = 200


class LibreTranslate:
    """A server of LibreTranslate; `pause` waits some seconds.

    Its Python client (libretranslatepy 2.1) can send neither several texts at once nor HTML, which protects the icons, and it
    hides the errors of the server: so the protocol, which is one request, is implemented here.
    """

    name = _LIBRE
    most = 20

    def __init__(self, url: str, key: str = "", pause: Callable[[float], None] = time.sleep) -> None:
        self._url, self._key, self._pause = url.rstrip("/") + "/translate", key, pause

    def translate(self, texts: Sequence[str], source: str, target: str) -> list[str]:
        """Translate texts, as a `Service` does."""
        body = {"q": list(texts), "source": source, "target": target, "format": "html"}
        answer = self._answer(body | ({"api_key": self._key} if self._key else {}))
        answers = answer.get("translatedText") if isinstance(answer, dict) else None
        is_right = isinstance(answers, list) and len(answers) == len(texts)
        if not is_right or not all(isinstance(text, str) for text in answers or ()):
            raise unexpected_answer(_LIBRE)
        return list(answers or ())

    def _answer(self, body: dict[str, Any]) -> Any:
        from http.client import HTTPException
        from urllib.error import HTTPError, URLError

        for wait in (*_WAITS, None):
            try:
                return self._ask(body)
            except HTTPError as fault:
                with fault:
                    if address := fault.headers.get("Location"):
                        message = tr("it redirects to {address}.", address=address[:_LONGEST_REASON])
                        raise service_error(_LIBRE, message, tr("Check LIBRETRANSLATE_URL.")) from fault
                    if fault.code not in _BUSY or wait is None:
                        raise service_error(_LIBRE, _reason_of(fault)) from fault
                    self._pause(_wished(fault, wait))
            except (OSError, HTTPException) as fault:
                reason = fault.reason if isinstance(fault, URLError) else fault
                message = tr("it cannot be reached ({reason}).", reason=reason)
                raise service_error(_LIBRE, message, tr("Check LIBRETRANSLATE_URL.")) from fault
            except (ValueError, RecursionError) as fault:
                raise unexpected_answer(_LIBRE) from fault
        return None

    def _ask(self, body: dict[str, Any]) -> Any:
        import urllib.request

        request = urllib.request.Request(  # noqa: S310 - service_of lets only http and https through
            self._url, json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with _opener().open(request, timeout=_TIMEOUT) as answer:
            return json.loads(answer.read(_LARGEST))


def _opener() -> OpenerDirector:
    """Opener that follows no redirection: only the server that the user has named is asked."""
    from urllib.request import HTTPRedirectHandler, build_opener

    class Stay(HTTPRedirectHandler):
        def redirect_request(self, *_: Any, **__: Any) -> None:
            return None

    return build_opener(Stay)


def _reason_of(fault: HTTPError) -> str:
    """Reason that the server states for an error."""
    from http.client import HTTPException

    try:
        return str(json.loads(fault.read(_LARGEST))["error"]).partition("\n")[0][:_LONGEST_REASON]
    except (OSError, HTTPException, ValueError, RecursionError, LookupError, TypeError):
        return f"HTTP {fault.code} {fault.reason}"


def _wished(fault: HTTPError, wait: float) -> float:
    """Wait that the server asks for, in s, within reason."""
    seconds = fault.headers.get("Retry-After", "")
    return min(float(seconds), _LONGEST_WAIT) if seconds.isascii() and seconds.isdigit() else wait
