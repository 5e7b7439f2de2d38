"""The app's window: a header bar, the web view, and over it what a phone puts there."""

from gi.repository import Gtk

from look import wear_style

# The size of a phone.
WIDTH, HEIGHT = 412, 780

# What the window keeps of the view's edges for itself: the bar at the bottom.
INSETS = {"top": 0, "right": 0, "bottom": 34, "left": 0}


class Window(Gtk.Window):
    def __init__(self, view, panel):
        super().__init__(default_width=WIDTH, default_height=HEIGHT, title="Juniper")
        # Told `light` or `dark` when the app changes.
        self.on_scheme = lambda scheme: None
        self._settings = Gtk.Settings.get_default()
        self._settings.connect("notify::gtk-application-prefer-dark-theme", self._tell_scheme)
        wear_style()
        self.set_titlebar(self._create_bar(view))
        overlay = Gtk.Overlay()
        overlay.add(view)
        overlay.add_overlay(panel)
        home_bar = create_home_bar()
        overlay.add_overlay(home_bar)
        overlay.set_overlay_pass_through(home_bar, True)
        self.add(overlay)

    def wear(self, scheme):
        self._settings.set_property("gtk-application-prefer-dark-theme", scheme == "dark")

    def _create_bar(self, view):
        bar = Gtk.HeaderBar(title="Juniper", show_close_button=True, decoration_layout=":close")
        back = button_of("go-previous-symbolic", "Back")
        back.set_sensitive(False)
        back.connect("clicked", lambda _: view.go_back())
        history = view.get_back_forward_list()
        history.connect("changed", lambda *_: back.set_sensitive(view.can_go_back()))
        scheme = button_of("weather-clear-night-symbolic", "Light or dark")
        scheme.connect("clicked", lambda _: self.wear("light" if self._is_dark() else "dark"))
        bar.pack_start(back)
        bar.pack_end(scheme)
        return bar

    def _is_dark(self):
        return self._settings.get_property("gtk-application-prefer-dark-theme")

    def _tell_scheme(self, *_):
        self.on_scheme("dark" if self._is_dark() else "light")


def button_of(icon, label):
    button = Gtk.Button.new_from_icon_name(icon, Gtk.IconSize.BUTTON)
    button.set_tooltip_text(label)
    button.get_accessible().set_name(label)
    return button


def create_home_bar():
    """By which a person leaves the app. The page goes on below it, and keeps clear of it by the insets."""
    return Gtk.Box(halign=Gtk.Align.CENTER, valign=Gtk.Align.END, name="home-bar")
