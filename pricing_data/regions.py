"""The regions of AWS, by code and by the names that people write instead."""

from __future__ import annotations

import re

REGIONS = {
    "af-south-1": "Africa (Cape Town)",
    "ap-east-1": "Asia Pacific (Hong Kong)",
    "ap-east-2": "Asia Pacific (Taipei)",
    "ap-northeast-1": "Asia Pacific (Tokyo)",
    "ap-northeast-2": "Asia Pacific (Seoul)",
    "ap-northeast-3": "Asia Pacific (Osaka)",
    "ap-south-1": "Asia Pacific (Mumbai)",
    "ap-south-2": "Asia Pacific (Hyderabad)",
    "ap-southeast-1": "Asia Pacific (Singapore)",
    "ap-southeast-2": "Asia Pacific (Sydney)",
    "ap-southeast-3": "Asia Pacific (Jakarta)",
    "ap-southeast-4": "Asia Pacific (Melbourne)",
    "ap-southeast-5": "Asia Pacific (Malaysia)",
    "ap-southeast-6": "Asia Pacific (New Zealand)",
    "ap-southeast-7": "Asia Pacific (Thailand)",
    "ca-central-1": "Canada (Central)",
    "ca-west-1": "Canada West (Calgary)",
    "cn-north-1": "China (Beijing)",
    "cn-northwest-1": "China (Ningxia)",
    "eu-central-1": "Europe (Frankfurt)",
    "eu-central-2": "Europe (Zurich)",
    "eu-north-1": "Europe (Stockholm)",
    "eu-south-1": "Europe (Milan)",
    "eu-south-2": "Europe (Spain)",
    "eu-west-1": "Europe (Ireland)",
    "eu-west-2": "Europe (London)",
    "eu-west-3": "Europe (Paris)",
    "eusc-de-east-1": "AWS European Sovereign Cloud (Germany)",
    "il-central-1": "Israel (Tel Aviv)",
    "me-central-1": "Middle East (UAE)",
    "me-south-1": "Middle East (Bahrain)",
    "mx-central-1": "Mexico (Central)",
    "sa-east-1": "South America (São Paulo)",
    "us-east-1": "US East (N. Virginia)",
    "us-east-2": "US East (Ohio)",
    "us-gov-east-1": "AWS GovCloud (US-East)",
    "us-gov-west-1": "AWS GovCloud (US-West)",
    "us-west-1": "US West (N. California)",
    "us-west-2": "US West (Oregon)",
}

UNSTATED = "unstated"
"""Region of a rate whose source does not say it. It is shown, and never found by region."""

_MORE_NAMES = {"virginia": "us-east-1", "california": "us-west-1", "canada": "ca-central-1"}


def region_code(text: str) -> str | None:
    """The code that was meant by a region's name, or None.

    A name is understood with or without the part before its brackets, so that the older
    "EU (Ireland)" is read like "Europe (Ireland)"; so is a code in capitals or with blanks around it.
    """
    name = _plain(text)
    if name in REGIONS:
        return name
    inner = re.search(r"\(([^)]+)\)", name)
    names = _codes_by_name()
    return names.get(name) or names.get(inner[1] if inner else name)


def zone_region(text: str) -> str | None:
    """The region that an availability zone or Local Zone lies in, such as us-east-1 for us-east-1-atl-2a."""
    found = re.fullmatch(r"([a-z]+(?:-[a-z]+)+-\d)(?:[a-z]|-[a-z]{3}-\d[a-z])", _plain(text))
    return found[1] if found and found[1] in REGIONS else None


def _codes_by_name() -> dict[str, str]:
    codes = dict(_MORE_NAMES)
    for code, full in REGIONS.items():
        name = _plain(full)
        codes[name] = code
        city = name[name.index("(") + 1 : -1]
        if city != "central":  # Canada and Mexico both have one
            codes[city] = code
    return codes


def _plain(text: str) -> str:
    return text.strip().lower().replace("ã", "a")
