"""The app's end of the bridge: receives the page's messages and answers them. Does not depend on GTK."""

import json
import secrets

PROTOCOL = 1

# The messages that this app offers to a page.
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
    """Exchanges messages `{ rewards: 1, id, type, payload }` with the page. A handler for each type does the work."""

    def __init__(self, send, handlers):
        # Sends a message to the top frame of the page.
        self._send = send
        # By type: gets the payload, and a function that sends the answer, now or later.
        self._handlers = {"hello": self._hello, "token.changed": self._store_token, **handlers}
        # The fields of a welcome beside the token: locale, color scheme, insets, person and so on.
        self.welcome_fields = {}
        self.token = None
        self._session = None

    def set_handler(self, kind, handler):
        """Replaces the handler of a message type."""
        self._handlers[kind] = handler

    def start_session(self):
        """Starts a new session when a new page is loaded. Messages without this session are ignored."""
        self._session = secrets.token_hex(16)

    def receive(self, message):
        """Receives a message from any frame. Only the top frame receives the welcome, so only it knows the session."""
        if not isinstance(message, dict) or message.get("rewards") != 1 or "type" not in message:
            return
        kind = message["type"]
        if kind != "hello" and message.get("session") != self._session:
            return
        handler = self._handlers.get(kind)
        if handler is None:
            self.answer(message, error="unknown_type")
        else:
            handler(message.get("payload") or {}, lambda payload=None, error=None: self.answer(message, payload, error))

    def answer(self, message, payload=None, error=None):
        kind = message["type"]
        answer = {"rewards": 1, "id": message["id"], "type": "welcome" if kind == "hello" else kind}
        if error:
            answer["error"] = {"code": "native_error", "reason": error}
        else:
            answer["payload"] = payload or {}
            # The page does not send a renewed token back, so it is stored here.
            if kind == "token.renew" and answer["payload"].get("token"):
                self.token = answer["payload"]
        self._send(answer)

    def send_welcome(self, **changes):
        """Sends changed fields to the page. The page keeps the values of other fields."""
        self.welcome_fields.update({key: value for key, value in changes.items() if key != "token"})
        if "token" in changes:
            self.token = {"token": changes["token"]} if changes["token"] else None
        self._send({"rewards": 1, "type": "welcome", "payload": changes})

    def _hello(self, _payload, answer):
        welcome = {
            "protocol": PROTOCOL,
            "capabilities": CAPABILITIES,
            "session": self._session,
            **self.welcome_fields,
        }
        answer({**welcome, **(self.token or {})})

    def _store_token(self, payload, answer):
        """Stores the token for the welcome of the next page."""
        self.token = payload if payload.get("token") else None
        answer()


def to_script(message):
    """The script that passes a message to the page. The page's queue keeps it until the runtime has loaded."""
    return f"(window.rewards?.push ? rewards : (window.rewards = [])).push(['receive', {json.dumps(message)}])"
