"""A native app around a web page: a window with a header bar and a share sheet of its own, and a WebKit view whose script-message
handler is the interface of WKWebView's. See docs/webviews.md.

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


class Host:
    def __init__(self, options):
        self._account = options.account
        self.view = self._create_view(options)
        self.panel = SharePanel()
        self.window = Window(self.view, self.panel)
        self.shell = Shell(
            self._say,
            {
                "token.renew": self._renew,
                "share": self.panel.ask,
                "open": self._open,
                "close": self._close,
                "clipboard.write": self._copy,
                "event": lambda payload, answer: answer(),
                "haptic": lambda payload, answer: answer(),
            },
        )
        self.shell.about = {"locale": "en-US", "color_scheme": "light", "insets": INSETS}
        # The page follows the app, whenever it changes.
        self.window.on_scheme = lambda scheme: self.shell.welcome(color_scheme=scheme)
        # Told of every message and every change of page; what a test looks on by.
        self.watch = lambda **news: None
        self.launch = lambda url: Gio.AppInfo.launch_default_for_uri(url, None)

    def _create_view(self, options):
        self._manager = WebKit2.UserContentManager()
        self.listen(True)
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
        # A new window is nothing in an app.
        view.connect("create", lambda *_: None)
        return view

    def listen(self, on):
        """Whether there is a handler behind `webkit.messageHandlers.rewards`."""
        if on:
            self._manager.register_script_message_handler_with_reply("rewards", None)
        else:
            self._manager.unregister_script_message_handler("rewards")

    # Between page and app.

    def _on_load(self, _view, event):
        if event == WebKit2.LoadEvent.COMMITTED:
            self.shell.begin_page()
            # The page that has asked is gone.
            self.panel.dismiss()
        self.watch(load=event.value_nick)

    def _on_message(self, _manager, value, reply):
        message = json.loads(value.to_json(0) or "null")
        self.watch(message=message)
        # Every frame has the handler, and a reply goes to the frame that has asked: what is answered, the page hears by `receive`.
        reply.return_value(JavaScriptCore.Value.new_null(JavaScriptCore.Context.new()))
        self.shell.hear(message)
        return True

    def _say(self, message):
        # Into the top frame.
        self.view.evaluate_javascript(to_script(message), -1, None, None, None, None)

    # What the app does for the page.

    def _renew(self, _payload, answer):
        """Asks the app's own server, which knows its people, for a proof of who this is."""
        try:
            with urllib.request.urlopen(self._account, timeout=5) as response:
                answer({"jwt": json.load(response)["jwt"]})
        except (OSError, ValueError, KeyError):
            answer(error="nobody")

    def _open(self, payload, answer):
        url = str(payload.get("url", ""))
        if not url.startswith(("https:", "mailto:", "sms:", "tel:")):
            return answer(error="refused")
        self.watch(opened=url)
        try:
            self.launch(url)
        except GLib.Error:
            return answer(error="nothing_opens_it")
        answer()

    def _close(self, _payload, answer):
        answer()
        self.watch(closed=True)
        # Behind the answer, which is still on its way to the page.
        GLib.timeout_add(100, self.window.close)

    def _copy(self, payload, answer):
        clipboard = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD)
        clipboard.set_text(str(payload.get("text", "")), -1)
        answer()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("url", nargs="?")
    parser.add_argument("--account", default="", help="where the app's own server signs a JWT for its person")
    parser.add_argument("--pages", help="a folder of pages that the app brings along, as juniper://app/")
    parser.add_argument("--no-storage", dest="storage", action="store_false")
    parser.add_argument("--test", action="store_true", help="take commands as JSON lines")
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
