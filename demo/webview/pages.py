"""Serves pages from a folder under the app's own scheme: `juniper://app/index.html`."""

import mimetypes
from pathlib import Path

from gi.repository import Gio, GLib

SCHEME = "juniper"


def serve_pages(context, folder):
    root = Path(folder).resolve()

    def serve(request):
        file = (root / request.get_path().lstrip("/")).resolve()
        if root not in file.parents or not file.is_file():
            request.finish_error(GLib.Error.new_literal(Gio.io_error_quark(), "Page not found", Gio.IOErrorEnum.NOT_FOUND))
            return
        content_type = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        request.finish(Gio.File.new_for_path(str(file)).read(None), file.stat().st_size, content_type)

    context.register_uri_scheme(SCHEME, serve)
