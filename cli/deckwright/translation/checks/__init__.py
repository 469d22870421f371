"""Checks of translations: each looks at texts and reports what is wrong; waivers are applied afterwards."""
