// The shop in an Android WebView: the app's end of docs/webviews.md. Neither compiled nor run yet.
//
// Needs Android 6, androidx.webkit 1.8 and androidx.activity, and of the app an `Account`. The token is the app's: it keeps it encrypted by a
// key of the Android Keystore, and its own server makes a new one, or signs a JWT that proves who the person is. It is never logged and
// never in an address. Create the host in onCreate, before the activity starts.

import android.app.PendingIntent
import android.content.*
import android.net.Uri
import android.os.*
import android.view.HapticFeedbackConstants
import android.webkit.WebResourceRequest
import android.webkit.WebView
import android.webkit.WebViewClient
import androidx.activity.ComponentActivity
import androidx.activity.result.contract.ActivityResultContracts.StartActivityForResult
import androidx.core.content.ContextCompat
import androidx.lifecycle.DefaultLifecycleObserver
import androidx.lifecycle.LifecycleOwner
import androidx.webkit.*
import org.json.*

/** What the app knows about its person. */
interface Account {
    /** What the page has last told: `token`, `scopes`, `expires_at`. Null: nobody. */
    var token: JSONObject?
    /** A random name for the person, the same on each page, which says nothing about who they are. */
    val person: String?
    /** Asks the app's own server for `token`, `scopes` and `expires_at`, or for `jwt`. Null: nobody. Answers on the main thread. */
    fun renew(done: (JSONObject?) -> Unit)
}

private const val CHOSEN = "rewards.CHOSEN"
private const val CHOICE_MS = 500L
private val CAPABILITIES =
    listOf("token.renew", "token.changed", "share", "open", "close", "clipboard.write", "haptic", "event")

/** [shop] is an origin, such as `https://shop.brand.com`. */
class AndroidHost(private val activity: ComponentActivity, private val web: WebView, private val shop: String, private val account: Account) {
    private var page: JavaScriptReplyProxy? = null
    private var shared: ((String) -> Unit)? = null
    private val sheet = activity.registerForActivityResult(StartActivityForResult()) {
        // Word of the app that was chosen comes by itself, and may come after this.
        Handler(Looper.getMainLooper()).postDelayed({ finishShare("canceled") }, CHOICE_MS)
    }

    fun load() {
        web.settings.javaScriptEnabled = true
        web.settings.domStorageEnabled = true
        web.webViewClient = PageClient()
        val chosen = object : BroadcastReceiver() {
            // Which app, Android says; whether the person has sent it there, nobody.
            override fun onReceive(context: Context, intent: Intent) = finishShare("handed_off")
        }
        ContextCompat.registerReceiver(activity, chosen, IntentFilter(CHOSEN), ContextCompat.RECEIVER_NOT_EXPORTED)
        activity.lifecycle.addObserver(object : DefaultLifecycleObserver {
            override fun onDestroy(owner: LifecycleOwner) = activity.unregisterReceiver(chosen)
        })
        // Without it the page goes on as in a browser.
        if (WebViewFeature.isFeatureSupported(WebViewFeature.WEB_MESSAGE_LISTENER))
            WebViewCompat.addWebMessageListener(web, "rewardsNative", setOf(shop)) { _, message, _, isMainFrame, reply ->
                // A frame of the shop's own origin has the listener, too: the page itself is answered, and nobody else. Bytes are no text.
                if (isMainFrame && message.type == WebMessageCompat.TYPE_STRING) hear(message.data, reply)
            }
        web.loadUrl("$shop/")
    }

    /** Tells the page what has changed, at any time: `token` is JSONObject.NULL once the person has logged out of the app. */
    fun welcome(news: JSONObject) = page?.let { say(it, JSONObject().put("type", "welcome").put("payload", news)) }

    private fun hear(text: String?, reply: JavaScriptReplyProxy) {
        val message = try { JSONObject(text ?: return) } catch (error: JSONException) { return }
        val type = message.optString("type")
        if (message.optInt("rewards") != 1 || type == "") return
        page = reply
        act(type, message.optJSONObject("payload") ?: JSONObject()) { payload, error ->
            val said = JSONObject().put("id", message.opt("id")).put("type", if (type == "hello") "welcome" else type)
            if (payload != null) said.put("payload", payload)
            else said.put("error", JSONObject().put("code", "native_error").put("reason", error))
            say(reply, said)
        }
    }

    private fun act(type: String, asked: JSONObject, answer: (JSONObject?, String?) -> Unit) {
        val done = { answer(JSONObject(), null) }
        when (type) {
            "hello" -> {
                val kept = JSONObject(account.token?.toString() ?: "{}")
                answer(kept.put("capabilities", JSONArray(CAPABILITIES)).putOpt("person", account.person), null)
            }
            "token.renew" -> account.renew { given ->
                if (given?.has("token") == true) account.token = given
                answer(given, "nobody")
            }
            "token.changed" -> { account.token = asked.takeUnless { it.isNull("token") }; done() }
            "share" -> share(asked) { answer(JSONObject().put("outcome", it), null) }
            "open" -> open(Uri.parse(asked.optString("url")), answer)
            "close" -> { done(); activity.finish() }
            "clipboard.write" -> {
                val clipboard = activity.getSystemService(ClipboardManager::class.java)
                clipboard.setPrimaryClip(ClipData.newPlainText(null, asked.optString("text")))
                done()
            }
            "haptic" -> { web.performHapticFeedback(HapticFeedbackConstants.VIRTUAL_KEY); done() }
            "event" -> done() // `name` and `data`, for the app's own analytics.
            else -> answer(null, "unknown_type")
        }
    }

    private fun share(content: JSONObject, done: (String) -> Unit) {
        finishShare("canceled")
        shared = done
        val text = listOf(content.optString("text"), content.optString("url")).filter { it != "" }.joinToString(" ")
        val send = Intent(Intent.ACTION_SEND).setType("text/plain").putExtra(Intent.EXTRA_TEXT, text)
        // Android writes the choice into it. It names our own package, and so reaches nobody else.
        val mutable = if (Build.VERSION.SDK_INT >= 31) PendingIntent.FLAG_MUTABLE else 0
        val told = Intent(CHOSEN).setPackage(activity.packageName)
        val choice = PendingIntent.getBroadcast(activity, 0, told, mutable or PendingIntent.FLAG_UPDATE_CURRENT)
        sheet.launch(Intent.createChooser(send, content.optString("title"), choice.intentSender))
    }

    private fun finishShare(outcome: String) { shared?.also { shared = null }?.invoke(outcome) }

    private fun open(url: Uri, answer: (JSONObject?, String?) -> Unit) {
        if (url.scheme?.lowercase() !in listOf("https", "mailto", "sms", "tel")) return answer(null, "refused")
        try { activity.startActivity(Intent(Intent.ACTION_VIEW, url)) } catch (error: ActivityNotFoundException) { return answer(null, "no_app") }
        answer(JSONObject(), null)
    }

    /** Without one every link would leave the app: the shop's stay in it, and others open outside. */
    private inner class PageClient : WebViewClient() {
        override fun shouldOverrideUrlLoading(view: WebView, request: WebResourceRequest): Boolean {
            if (!request.isForMainFrame || request.url.toString().startsWith("$shop/")) return false
            open(request.url) { _, _ -> }
            return true
        }
    }

    private fun say(to: JavaScriptReplyProxy, message: JSONObject) = to.postMessage(message.put("rewards", 1).toString())
}
