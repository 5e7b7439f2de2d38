"""Lets a program look on and lend a hand: commands come in as JSON lines, and what happens goes out as such."""

import json
import os

from gi.repository import Gdk, GLib, Gtk, WebKit2

from picture import take_picture

RIGHT_TO_LEFT = ("ar", "he", "fa", "ur")


class Control:
    def __init__(self, host, commands, out):
        self._host = host
        self._out = out
        self._rest = b""
        host.watch = self._tell
        # No browser of this machine is to start; and what slides in would be half there in a picture.
        host.launch = lambda url: None
        Gtk.Settings.get_default().set_property("gtk-enable-animations", False)
        GLib.io_add_watch(commands.fileno(), GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, self._read)

    def _tell(self, **news):
        print(json.dumps(news), file=self._out, flush=True)

    def _read(self, commands, _condition):
        read = os.read(commands, 65_536)
        if not read:
            # Whoever has started us is gone.
            Gtk.main_quit()
            return False
        *lines, self._rest = (self._rest + read).split(b"\n")
        for line in lines:
            self._run(json.loads(line))
        return True

    def _run(self, command):
        do = getattr(self, f"_do_{command.pop('do')}")
        number = command.pop("number")
        do(lambda value=None, error=None: self._tell(done=number, value=value, error=error), **command)

    def _do_load(self, done, url):
        self._host.view.load_uri(url)
        done()

    def _do_prepare(self, done, script):
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

    def _do_snapshot(self, done, path):
        take_picture(self._host.window, self._host.view, path, done)

    def _do_press(self, done, button):
        """A person presses a button of the share sheet."""
        self._host.panel.buttons[button].clicked()
        done()

    def _do_panel(self, done):
        """What the share sheet shows, if it is there."""
        done(self._host.panel.shown_link())

    def _do_wear(self, done, scheme):
        """A person turns the app light or dark."""
        self._host.window.wear(scheme)
        done()

    def _do_speak(self, done, locale):
        """A person sets the language of the device: the app runs its way."""
        way = Gtk.TextDirection.RTL if locale.startswith(RIGHT_TO_LEFT) else Gtk.TextDirection.LTR
        Gtk.Widget.set_default_direction(way)
        self._host.shell.welcome(locale=locale)
        done()

    def _do_welcome(self, done, payload):
        self._host.shell.welcome(**payload)
        done()

    def _do_set(self, done, token=None, about=None):
        """What the app knows before the next page."""
        self._host.shell.token = token
        self._host.shell.about.update(about or {})
        done()

    def _do_token(self, done):
        done(self._host.shell.token)

    def _do_answer(self, done, type, payload=None, error=None, never=False):
        """From now on messages of a type are answered so; or never."""
        acts = self._host.shell._acts
        acts[type] = (lambda *_: None) if never else (lambda _payload, answer: answer(payload, error))
        done()

    def _do_listen(self, done, on):
        self._host.listen(on)
        done()

    def _do_clipboard(self, done):
        done(Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD).wait_for_text())
