"""The app's end of the bridge: what the page asks, and what the app answers. Knows nothing of windows."""

import json
import secrets

PROTOCOL = 1

# What this app offers a page.
CAPABILITIES = [
    "token.renew",
    "token.changed",
    "share",
    "open",
    "close",
    "event",
    "clipboard.write",
    "haptic",
]


class Shell:
    """Speaks to the page in `{ rewards: 1, id, type, payload }`; the app does what it is asked by a function for each type."""

    def __init__(self, say, acts):
        # Puts a message into the page's top frame, and no other.
        self._say = say
        # By type: gets the payload and a function to answer with, which may be called later.
        self._acts = {"hello": self._hello, "token.changed": self._keep_token, **acts}
        # What a welcome says beside the token: locale, colours, insets, the person's opaque name.
        self.about = {}
        self.token = None
        self._session = None

    def begin_page(self):
        """Another page is there: what it says is trusted once it has heard this session's name."""
        self._session = secrets.token_hex(16)

    def hear(self, message):
        """Takes a message of any frame. A frame never hears our answers, and so never knows the session."""
        if not isinstance(message, dict) or message.get("rewards") != 1 or "type" not in message:
            return
        kind = message["type"]
        if kind != "hello" and message.get("session") != self._session:
            return
        act = self._acts.get(kind)
        if act is None:
            self.answer(message, error="unknown_type")
        else:
            act(message.get("payload") or {}, lambda payload=None, error=None: self.answer(message, payload, error))

    def answer(self, message, payload=None, error=None):
        said = {"rewards": 1, "id": message["id"], "type": "welcome" if message["type"] == "hello" else message["type"]}
        if error:
            said["error"] = {"code": "native_error", "reason": error}
        else:
            said["payload"] = payload or {}
            # What the app gives it knows: the page does not tell it of that.
            if message["type"] == "token.renew" and said["payload"].get("token"):
                self.token = said["payload"]
        self._say(said)

    def welcome(self, **news):
        """Tells the page what has changed: it takes a welcome at any time, and keeps what that does not name."""
        self.about.update({key: value for key, value in news.items() if key != "token"})
        if "token" in news:
            self.token = {"token": news["token"]} if news["token"] else None
        self._say({"rewards": 1, "type": "welcome", "payload": news})

    def _hello(self, payload, answer):
        welcome = {"protocol": PROTOCOL, "capabilities": CAPABILITIES, "session": self._session, **self.about}
        answer({**welcome, **(self.token or {})})

    def _keep_token(self, payload, answer):
        """The newest token, as the page has it: the next page gets it with its welcome."""
        self.token = payload if payload.get("token") else None
        answer()


def to_script(message):
    """The script that hands a message over. Before the runtime is there, the page's queue holds it."""
    return f"(window.rewards?.push ? rewards : (window.rewards = [])).push(['receive', {json.dumps(message)}])"
