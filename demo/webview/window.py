"""The app's window: a header bar, the web view, and the share sheet and home bar over it."""

from gi.repository import Gtk

from style import apply_style

# The size of a phone.
WIDTH, HEIGHT = 412, 780

# The part of the view that the home bar covers.
INSETS = {"top": 0, "right": 0, "bottom": 34, "left": 0}


class Window(Gtk.Window):
    def __init__(self, view, panel):
        super().__init__(default_width=WIDTH, default_height=HEIGHT, title="Juniper")
        # Called with `light` or `dark` when the color scheme of the app changes.
        self.on_color_scheme = lambda scheme: None
        self._settings = Gtk.Settings.get_default()
        self._settings.connect("notify::gtk-application-prefer-dark-theme", self._report_color_scheme)
        apply_style()
        self.set_titlebar(self._create_header_bar(view))
        overlay = Gtk.Overlay()
        overlay.add(view)
        overlay.add_overlay(panel)
        home_bar = create_home_bar()
        overlay.add_overlay(home_bar)
        overlay.set_overlay_pass_through(home_bar, True)
        self.add(overlay)

    def set_color_scheme(self, scheme):
        self._settings.set_property("gtk-application-prefer-dark-theme", scheme == "dark")

    def _create_header_bar(self, view):
        bar = Gtk.HeaderBar(title="Juniper", show_close_button=True, decoration_layout=":close")
        back = create_button("go-previous-symbolic", "Back")
        back.set_sensitive(False)
        back.connect("clicked", lambda _: view.go_back())
        history = view.get_back_forward_list()
        history.connect("changed", lambda *_: back.set_sensitive(view.can_go_back()))
        toggle = create_button("weather-clear-night-symbolic", "Switch between light and dark")
        toggle.connect("clicked", lambda _: self.set_color_scheme("light" if self._is_dark() else "dark"))
        bar.pack_start(back)
        bar.pack_end(toggle)
        return bar

    def _is_dark(self):
        return self._settings.get_property("gtk-application-prefer-dark-theme")

    def _report_color_scheme(self, *_):
        self.on_color_scheme("dark" if self._is_dark() else "light")


def create_button(icon, label):
    button = Gtk.Button.new_from_icon_name(icon, Gtk.IconSize.BUTTON)
    button.set_tooltip_text(label)
    button.get_accessible().set_name(label)
    return button


def create_home_bar():
    """The bar at the bottom edge of a phone. The page continues below it, and the insets keep its controls clear of it."""
    return Gtk.Box(halign=Gtk.Align.CENTER, valign=Gtk.Align.END, name="home-bar")
