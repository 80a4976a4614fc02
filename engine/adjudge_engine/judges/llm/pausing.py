"""When one caller is refused (429), all wait: until the provider's time is up or it answers again.

A provider that is full refuses everybody until the time it names. One that refuses now and then
(a shared gateway, one busy replica) goes on answering others meanwhile, and stopping all for each
refusal would stop everything. So during a pause one call goes ahead as a probe. An answer to a
call that was sent after the refusal ends the pause for all but the refused one; where such answers
are the rule, later refusals pause only the refused call, until refusals become the rule again.

Calls that went out with a refused one say something too: a full provider answers those that were
sent before it, one that refuses now and then also those that were sent after it. That shows sooner,
and, where the time named is shorter than a reply takes, it is all there is; but requests overtake
each other on their way, so it takes several.
"""

from __future__ import annotations

from typing import Final

#: Below this share of answers to calls sent during refusals, a refusal stops everybody.
_TRUSTED: Final = 0.3
#: What one answer at such a time makes the share at least, and how much one outcome weighs.
_FIRST_TRUST: Final = 0.7
_WEIGHT: Final = 0.1
#: A probe goes when this share of the time is over, at the latest after so many seconds.
_PROBE_SHARE: Final = 0.25
_PROBE_LATEST_S: Final = 1.0


class Pause:
    """Whether calls to one provider may be sent; times are seconds of one monotonic clock."""

    def __init__(self) -> None:
        self._since = 0.0  # when the first of the refusals whose time still runs came
        self._first_sent = 0.0  # and when that call was sent
        self._refusals_end = 0.0
        self._until = 0.0
        self._probe_at = 0.0
        self._probed = -1.0  # when the last probe was sent
        self._failed_probes = 0
        self._trust = 0.0

    def wait(self, now: float) -> float:
        """Seconds until the next call may go; 0 for now."""
        if now >= self._until:
            return 0.0
        return max(min(self._until, self._probe_at) - now, 0.0)

    def sent(self, now: float) -> None:
        """A call goes; if that is during a pause, it is the pause's one probe."""
        if now < self._until:
            self._probe_at = self._until
            self._probed = now

    def refused(self, now: float, sent_at: float, seconds: float) -> bool:
        """Notes a refusal for so many seconds; whether it begins a pause for all."""
        probed = sent_at == self._probed
        if self._after_it(sent_at):
            self._trust *= 1 - _WEIGHT
            self._failed_probes += probed
        if now >= self._refusals_end:
            self._since, self._first_sent = now, sent_at
        self._refusals_end = max(self._refusals_end, now + seconds)
        if self._trust >= _TRUSTED:
            return False
        begins = now >= self._until
        self._until = max(self._until, now + seconds)
        if begins or probed:  # one unlucky probe must not cost the whole time
            share = min(seconds * _PROBE_SHARE, _PROBE_LATEST_S) * 2 ** min(self._failed_probes, 16)
            self._probe_at = min(now + share, self._until)
        return begins

    def answered(self, sent_at: float) -> bool:
        """Notes an answer to a call sent at that time; whether it ends a pause."""
        self._failed_probes = 0
        if not self._after_it(sent_at):
            return False
        self._trust += _WEIGHT * (1 - self._trust)
        if sent_at > self._since:
            self._trust = max(_FIRST_TRUST, self._trust)
        elif self._trust < _TRUSTED:
            return False
        lifted, self._until = self._until > 0, 0.0
        return lifted

    def _after_it(self, sent_at: float) -> bool:
        """Whether a call was sent after the first refused one, and before the time was up."""
        return self._first_sent < sent_at < self._refusals_end
