"""The style of the app's own parts, on top of the GTK theme."""

from gi.repository import Gdk, Gtk

STYLE = b"""
#home-bar {
  min-width: 134px;
  min-height: 5px;
  margin-bottom: 9px;
  background: alpha(@theme_fg_color, 0.8);
  border-radius: 3px;
}

#scrim {
  background: alpha(black, 0.4);
}

#share-panel {
  padding: 20px 20px 38px;
  background: @theme_bg_color;
}

#share-title {
  font-size: 17px;
  font-weight: bold;
}

#share-link {
  padding: 10px 12px;
  background: alpha(@theme_fg_color, 0.07);
  border-radius: 8px;
}

#share-panel button {
  min-height: 36px;
  border-radius: 10px;
}
"""


def apply_style():
    provider = Gtk.CssProvider()
    provider.load_from_data(STYLE)
    screen = Gdk.Screen.get_default()
    Gtk.StyleContext.add_provider_for_screen(screen, provider, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
