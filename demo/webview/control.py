"""Lets a test control the app: reads commands as JSON lines, and writes results and news as JSON lines."""

import json
import os

from gi.repository import Gdk, GLib, Gtk, WebKit2

from screenshot import take_screenshot

RIGHT_TO_LEFT = ("ar", "he", "fa", "ur")


class Control:
    """Each method `_do_…` is a command. It calls `done` with the result or an error."""

    def __init__(self, host, commands, out):
        self._host = host
        self._out = out
        self._incomplete = b""
        host.on_news = self._write
        # Tests must not start a browser, and a screenshot must not show an animation half way.
        host.open_outside = lambda url: None
        Gtk.Settings.get_default().set_property("gtk-enable-animations", False)
        GLib.io_add_watch(commands.fileno(), GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, self._read)

    def _write(self, **line):
        print(json.dumps(line), file=self._out, flush=True)

    def _read(self, commands, _condition):
        read = os.read(commands, 65_536)
        if not read:
            # The process that started the app has ended.
            Gtk.main_quit()
            return False
        *lines, self._incomplete = (self._incomplete + read).split(b"\n")
        for line in lines:
            self._run(json.loads(line))
        return True

    def _run(self, command):
        do = getattr(self, f"_do_{command.pop('do')}")
        number = command.pop("number")
        do(lambda value=None, error=None: self._write(done=number, value=value, error=error), **command)

    def _do_load(self, done, url):
        self._host.view.load_uri(url)
        done()

    def _do_add_script(self, done, script):
        """Runs a script in the top frame of each later page, before the page's own scripts."""
        where, when = WebKit2.UserContentInjectedFrames.TOP_FRAME, WebKit2.UserScriptInjectionTime.START
        manager = self._host.view.get_user_content_manager()
        manager.add_script(WebKit2.UserScript.new(script, where, when, None, None))
        done()

    def _do_evaluate(self, done, script):
        def finished(view, result):
            try:
                value = view.call_async_javascript_function_finish(result)
                done(json.loads(value.to_json(0) or "null"))
            except GLib.Error as error:
                done(error=error.message)

        self._host.view.call_async_javascript_function(f"return {script}", -1, None, None, None, None, finished)

    def _do_screenshot(self, done, path):
        take_screenshot(self._host.window, self._host.view, path, done)

    def _do_press(self, done, button):
        """Presses a button of the share sheet."""
        self._host.panel.buttons[button].clicked()
        done()

    def _do_shared_link(self, done):
        """The link that the share sheet shows. None if the sheet is closed."""
        done(self._host.panel.shown_link())

    def _do_set_color_scheme(self, done, scheme):
        self._host.window.set_color_scheme(scheme)
        done()

    def _do_set_locale(self, done, locale):
        """Sets the language and the text direction of the app, as the settings of a device do."""
        direction = Gtk.TextDirection.RTL if locale.startswith(RIGHT_TO_LEFT) else Gtk.TextDirection.LTR
        Gtk.Widget.set_default_direction(direction)
        self._host.shell.send_welcome(locale=locale)
        done()

    def _do_send_welcome(self, done, payload):
        self._host.shell.send_welcome(**payload)
        done()

    def _do_configure(self, done, token=None, welcome=None):
        """Sets the token and further fields for the welcome of the next page."""
        self._host.shell.token = token
        self._host.shell.welcome_fields.update(welcome or {})
        done()

    def _do_token(self, done):
        done(self._host.shell.token)

    def _do_set_answer(self, done, type, payload=None, error=None, never=False):
        """Sets the answer to all later messages of a type. `never`: they get no answer."""
        handler = (lambda *_: None) if never else (lambda _payload, answer: answer(payload, error))
        self._host.shell.set_handler(type, handler)
        done()

    def _do_set_message_handler(self, done, enabled):
        self._host.set_message_handler(enabled)
        done()

    def _do_clipboard(self, done):
        done(Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD).wait_for_text())
