"""The app's share sheet: a panel over the page."""

from gi.repository import Gdk, Gtk, Pango

# The buttons of the share sheet: name, label, and the outcome that the page receives.
CHOICES = [("send", "Send to Ada", "shared"), ("later", "Save for later", "handed_off"), ("cancel", "Cancel", "canceled")]


class SharePanel(Gtk.Box):
    """Slides in from below with a link. Answers once, with the person's choice."""

    def __init__(self):
        super().__init__(orientation=Gtk.Orientation.VERTICAL, no_show_all=True)
        self._answer = None
        self._message = Gtk.Label(xalign=0, wrap=True, max_width_chars=1)
        self._link = Gtk.Label(xalign=0, ellipsize=Pango.EllipsizeMode.MIDDLE, selectable=True, name="share-link")
        self.buttons = {}
        scrim = Gtk.EventBox(name="scrim", vexpand=True)
        scrim.connect("button-release-event", lambda *_: self.dismiss())
        self._sheet = Gtk.Revealer(transition_type=Gtk.RevealerTransitionType.SLIDE_UP)
        self._sheet.add(self._create_sheet())
        self._sheet.connect("notify::child-revealed", self._on_animation_end)
        self.connect("key-press-event", self._on_key)
        for part in (scrim, self._sheet):
            self.add(part)
            part.show_all()

    def _create_sheet(self):
        sheet = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=10, name="share-panel")
        sheet.add(Gtk.Label(label="Share", xalign=0, name="share-title"))
        sheet.add(self._message)
        sheet.add(self._link)
        for name, label, outcome in CHOICES:
            self.buttons[name] = Gtk.Button(label=label)
            self.buttons[name].connect("clicked", self._choose, outcome)
            sheet.add(self.buttons[name])
        self.buttons["send"].get_style_context().add_class("suggested-action")
        return sheet

    def open(self, content, answer):
        """Shows the sheet with a link. Calls `answer` with the outcome."""
        self.dismiss()
        self._answer = answer
        message = str(content.get("text") or content.get("title") or "")
        self._message.set_text(message)
        self._message.set_visible(bool(message))
        self._link.set_text(str(content.get("url") or ""))
        self.show()
        self._sheet.set_reveal_child(True)
        self.buttons["send"].grab_focus()

    def shown_link(self):
        """The link that the sheet shows. None if the sheet is closed."""
        return self._link.get_text() if self._answer else None

    def dismiss(self):
        self._finish("canceled")

    def _choose(self, _button, outcome):
        self._finish(outcome)

    def _finish(self, outcome):
        answer, self._answer = self._answer, None
        self._sheet.set_reveal_child(False)
        if answer:
            answer({"outcome": outcome})

    def _on_animation_end(self, *_):
        self.set_visible(bool(self._answer))

    def _on_key(self, _panel, event):
        if event.keyval == Gdk.KEY_Escape:
            self.dismiss()
