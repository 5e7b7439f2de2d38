"""A native app around a web page: a window with a header bar and a share sheet, and a WebKit view. The page sends messages to the
same script-message handler as in WKWebView. See docs/webviews.md.

    /usr/bin/python3 demo/webview/host.py https://shop.example/ [--account http://127.0.0.1:4500/] [--pages folder] [--test]
"""

import argparse
import json
import sys
import urllib.request

import gi

for name, version in {"Gtk": "3.0", "Gdk": "3.0", "JavaScriptCore": "4.1", "WebKit2": "4.1"}.items():
    gi.require_version(name, version)
from gi.repository import Gdk, Gio, GLib, Gtk, JavaScriptCore, WebKit2  # noqa: E402

from control import Control  # noqa: E402
from pages import serve_pages  # noqa: E402
from share_panel import SharePanel  # noqa: E402
from shell import Shell, to_script  # noqa: E402
from window import INSETS, Window  # noqa: E402

# The time for the answer to `close` to reach the page before the window closes.
CLOSE_DELAY_MS = 100


class Host:
    def __init__(self, options):
        self._account = options.account
        self.view = self._create_view(options)
        self.panel = SharePanel()
        self.window = Window(self.view, self.panel)
        self.shell = Shell(
            self._send,
            {
                "token.renew": self._renew,
                "share": self.panel.open,
                "open": self._open,
                "close": self._close,
                "clipboard.write": self._copy,
                "event": lambda payload, answer: answer(),
                "haptic": lambda payload, answer: answer(),
            },
        )
        self.shell.welcome_fields = {"locale": "en-US", "color_scheme": "light", "insets": INSETS}
        self.window.on_color_scheme = lambda scheme: self.shell.send_welcome(color_scheme=scheme)
        # Called with each message and each page load. Tests replace both functions.
        self.on_news = lambda **news: None
        self.open_outside = lambda url: Gio.AppInfo.launch_default_for_uri(url, None)

    def _create_view(self, options):
        self._manager = WebKit2.UserContentManager()
        self.set_message_handler(True)
        self._manager.connect("script-message-with-reply-received::rewards", self._on_message)
        storage = options.storage
        settings = WebKit2.Settings(enable_html5_local_storage=storage, enable_html5_database=storage)
        context = WebKit2.WebContext.new_ephemeral()
        if not storage:
            context.get_cookie_manager().set_accept_policy(WebKit2.CookieAcceptPolicy.NEVER)
        if options.pages:
            serve_pages(context, options.pages)
        view = WebKit2.WebView(user_content_manager=self._manager, settings=settings, web_context=context)
        view.connect("load-changed", self._on_load)
        # The app has one window: requests for new windows are ignored.
        view.connect("create", lambda *_: None)
        return view

    def set_message_handler(self, enabled):
        """Adds or removes `webkit.messageHandlers.rewards`."""
        if enabled:
            self._manager.register_script_message_handler_with_reply("rewards", None)
        else:
            self._manager.unregister_script_message_handler("rewards")

    # Messages between the page and the app.

    def _on_load(self, _view, event):
        if event == WebKit2.LoadEvent.COMMITTED:
            self.shell.start_session()
            # The page that opened the share sheet is gone.
            self.panel.dismiss()
        self.on_news(load=event.value_nick)

    def _on_message(self, _manager, value, reply):
        message = json.loads(value.to_json(0) or "null")
        self.on_news(message=message)
        # Every frame has the handler, and a reply goes to the frame that sent the message. Therefore the reply is empty, and the
        # answer is a message to the top frame.
        reply.return_value(JavaScriptCore.Value.new_null(JavaScriptCore.Context.new()))
        self.shell.receive(message)
        return True

    def _send(self, message):
        # Runs in the top frame.
        self.view.evaluate_javascript(to_script(message), -1, None, None, None, None)

    # Handlers of messages.

    def _renew(self, _payload, answer):
        """Requests a JWT for the person from the app's own server."""
        try:
            with urllib.request.urlopen(self._account, timeout=5) as response:
                answer({"jwt": json.load(response)["jwt"]})
        except (OSError, ValueError, KeyError):
            answer(error="not_logged_in")

    def _open(self, payload, answer):
        url = str(payload.get("url", ""))
        if not url.startswith(("https:", "mailto:", "sms:", "tel:")):
            return answer(error="refused")
        self.on_news(opened=url)
        try:
            self.open_outside(url)
        except GLib.Error:
            return answer(error="no_app")
        answer()

    def _close(self, _payload, answer):
        answer()
        self.on_news(closed=True)
        GLib.timeout_add(CLOSE_DELAY_MS, self.window.close)

    def _copy(self, payload, answer):
        clipboard = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD)
        clipboard.set_text(str(payload.get("text", "")), -1)
        answer()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("url", nargs="?")
    parser.add_argument("--account", default="", help="URL where the app's own server signs a JWT for the person")
    parser.add_argument("--pages", help="folder of pages that the app serves as juniper://app/")
    parser.add_argument("--no-storage", dest="storage", action="store_false", help="disable cookies and storage")
    parser.add_argument("--test", action="store_true", help="read commands as JSON lines")
    options = parser.parse_args()
    host = Host(options)
    host.window.connect("destroy", Gtk.main_quit)
    host.window.show_all()
    if options.test:
        Control(host, sys.stdin, sys.stdout)
    if options.url:
        host.view.load_uri(options.url)
    Gtk.main()


if __name__ == "__main__":
    main()
