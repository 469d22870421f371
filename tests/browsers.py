"""A real browser to open pages in."""

from __future__ import annotations

import pytest

_OPTIONS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)


@pytest.fixture(scope="session")
def driver(tmp_path_factory, program):
    """Start a browser, once; it keeps to itself."""
    browser, control = program("chromium"), program("chromedriver")
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for option in (*_OPTIONS, f"--user-data-dir={tmp_path_factory.mktemp('browser')}"):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    started = webdriver.Chrome(options=options, service=webdriver.ChromeService(control))
    yield started
    started.quit()


@pytest.fixture(scope="session")
def browser(driver):
    """The browser."""
    return Browser(driver)


class Browser:
    """A browser, and what one does with it."""

    def __init__(self, driver):
        self.driver = driver

    def open(self, file, state="", *, width=1300, scheme="light", scale=1):
        """Open a file or an address anew, at a state, in a window of that width; `scale` is how many dots a pixel has."""
        self.driver.get("about:blank")
        self.devtools(
            "Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}]
        )
        size = {"width": width, "height": 900, "deviceScaleFactor": scale, "mobile": False}
        self.devtools("Emulation.setDeviceMetricsOverride", **size)
        for log in ("browser", "performance"):
            self.driver.get_log(log)
        address = file if isinstance(file, str) else file.as_uri()
        self.driver.get(f"{address}{state}")

    def devtools(self, command, **values):
        return self.driver.execute_cdp_cmd(command, values)

    def run(self, script, *arguments):
        """Run a script in the page, and give what it returns."""
        return self.driver.execute_script(script, *arguments)

    def one(self, selector):
        return self.driver.find_element("css selector", selector)

    def all(self, selector):
        return self.driver.find_elements("css selector", selector)

    def boxes(self, selector):
        """Measure elements all at once, each as the `rect` of an element: by the hundred, that takes a second."""
        return self.run(
            "return [...document.querySelectorAll(arguments[0])].map((one) => one.getBoundingClientRect())"
            ".map((box) => ({x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height}))",
            selector,
        )

    def press(self, *keys):
        """Press keys where the focus is."""
        self.driver.switch_to.active_element.send_keys(*keys)

    @property
    def shown(self):
        """List the ids of the cards that are shown."""
        return self.run(
            "const cards = JSON.parse(document.getElementById('data').textContent).cards;"
            "return cards.filter((_, at) => !document.getElementById('list').children[at].hidden).map((card) => card.id);"
        )

    @property
    def focused(self):
        """Text of the focused element."""
        return self.driver.switch_to.active_element.text

    def nodes(self):
        """List what a screen reader is told of, as role, name and level."""
        tree = self.devtools("Accessibility.getFullAXTree")["nodes"]
        for node in tree:
            if not node["ignored"]:
                level = [one["value"]["value"] for one in node["properties"] if one["name"] == "level"]
                yield node["role"]["value"], node.get("name", {}).get("value", ""), *level[:1]

    def contrasts(self):
        """Each text of the page, cards apart, with the contrast to its ground (WCAG 2.2, 1.4.3)."""
        return self.run(_CONTRASTS)


_CONTRASTS = """
const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
const light = (colour) => {
  const [r, g, b] = colour.map((one) => one / 255).map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ground = (node) => {
  for (; node; node = node.parentElement) {
    const [r, g, b, a = 1] = rgb(getComputedStyle(node).backgroundColor);
    if (a === 1) return [r, g, b];
  }
  return [255, 255, 255];
};
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const found = [];
while (walker.nextNode()) {
  const node = walker.currentNode.parentElement;
  if (!walker.currentNode.data.trim() || node.closest('figure > svg, script, dialog, .skip')) continue;
  const pair = [light(rgb(getComputedStyle(node).color).slice(0, 3)), light(ground(node))].sort((a, b) => b - a);
  found.push([walker.currentNode.data.trim(), (pair[0] + 0.05) / (pair[1] + 0.05)]);
}
return found;
"""
