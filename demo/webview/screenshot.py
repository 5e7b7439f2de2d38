"""Takes a screenshot of the window."""

from gi.repository import Gdk, WebKit2

# WebKit draws the page in another process. After two frames the process has drawn the latest changes.
TWO_FRAMES = "return new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


def take_screenshot(window, view, path, done):
    """Writes a PNG file to `path` and calls `done` with its width and height."""

    def request_snapshot(_view, result):
        view.call_async_javascript_function_finish(result)
        # The snapshot is not used. When it is ready, the drawn page has arrived in this process.
        view.get_snapshot(WebKit2.SnapshotRegion.VISIBLE, WebKit2.SnapshotOptions.NONE, None, paint)

    def paint(_view, _result):
        window.queue_draw()
        clock = window.get_frame_clock()
        painted = clock.connect("after-paint", lambda _clock: save(clock, painted))
        clock.request_phase(Gdk.FrameClockPhase.PAINT)

    def save(clock, painted):
        clock.disconnect(painted)
        surface = window.get_window()
        image = Gdk.pixbuf_get_from_window(surface, 0, 0, surface.get_width(), surface.get_height())
        image.savev(path, "png", [], [])
        done([image.get_width(), image.get_height()])

    view.call_async_javascript_function(TWO_FRAMES, -1, None, None, None, None, request_snapshot)
