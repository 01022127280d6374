"""What a price's standing and payment are called wherever people read them."""

from __future__ import annotations

STANDING = {"user": "your price", "catalogue": "catalogue price", "live": "live price"}
"""By `Rate.standing`."""
PAYMENT = {"none": "nothing upfront", "partial": "partly upfront", "all": "all upfront"}
"""By `Rate.payment`."""
