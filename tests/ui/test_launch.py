from __future__ import annotations

import tomllib
from pathlib import Path

from calc.ui import launch

ROOT = Path(__file__).parents[2]


def test_a_checkout_and_the_wheel_have_the_same_settings():
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert launch.flat(config) == launch.settings()


def test_streamlit_knows_every_setting():
    from streamlit import config

    known = config.get_config_options()
    assert [name for name in launch.settings() if name not in known] == []


def test_nothing_is_sent_and_no_error_shows_its_inside():
    settings = launch.settings()
    assert settings["browser.gatherUsageStats"] is False
    assert settings["client.showErrorDetails"] == "none"
    assert settings["server.enableXsrfProtection"] is True
    assert settings["server.maxUploadSize"] <= 5
