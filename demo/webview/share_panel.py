"""The app's share sheet: a panel of its own over the page."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

# What a person may do with a link here, and what the page is told became of it.
CHOICES = [("send", "Send to Ada", "shared"), ("later", "Save for later", "handed_off"), ("cancel", "Cancel", "canceled")]


class SharePanel(Gtk.Revealer):
    """Slides in from below with a link, and answers with the person's choice, once."""

    def __init__(self):
        super().__init__(valign=Gtk.Align.END, transition_type=Gtk.RevealerTransitionType.SLIDE_UP)
        self._answer = None
        self._title = Gtk.Label(xalign=0, wrap=True)
        self._link = Gtk.Label(xalign=0, selectable=True, ellipsize=3)
        self.buttons = {}
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, margin=16)
        box.add(self._title)
        box.add(self._link)
        for name, label, outcome in CHOICES:
            self.buttons[name] = Gtk.Button(label=label)
            self.buttons[name].connect("clicked", self._choose, outcome)
            box.add(self.buttons[name])
        frame = Gtk.Frame()
        frame.get_style_context().add_class("background")
        frame.add(box)
        self.add(frame)

    def ask(self, content, answer):
        self._finish("canceled")
        self._answer = answer
        self._title.set_text(str(content.get("text") or content.get("title") or "Share"))
        self._link.set_text(str(content.get("url") or ""))
        self.set_reveal_child(True)

    def _choose(self, _button, outcome):
        self._finish(outcome)

    def _finish(self, outcome):
        self.set_reveal_child(False)
        answer, self._answer = self._answer, None
        if answer:
            answer({"outcome": outcome})
