"""Takes a picture of the window, as a person sees it."""

from gi.repository import Gdk, WebKit2

# The page draws in a process of its own: what it has changed has been drawn two frames later,
TWO_FRAMES = "return new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


def take_picture(window, view, path, done):
    def ask(_view, result):
        view.call_async_javascript_function_finish(result)
        # and is here once the view has an answer that was asked for after it.
        view.get_snapshot(WebKit2.SnapshotRegion.VISIBLE, WebKit2.SnapshotOptions.NONE, None, paint)

    def paint(_view, _result):
        window.queue_draw()
        clock = window.get_frame_clock()
        painted = clock.connect("after-paint", lambda _clock: save(clock, painted))
        clock.request_phase(Gdk.FrameClockPhase.PAINT)

    def save(clock, painted):
        clock.disconnect(painted)
        shown = window.get_window()
        picture = Gdk.pixbuf_get_from_window(shown, 0, 0, shown.get_width(), shown.get_height())
        picture.savev(path, "png", [], [])
        done([picture.get_width(), picture.get_height()])

    view.call_async_javascript_function(TWO_FRAMES, -1, None, None, None, None, ask)
