// Shows the shop in an Android WebView and answers the messages of docs/webviews.md. Kotlin 2.4 parses it, but
// it has not been compiled with Android's classes or run yet.
//
// Requires Android 6, androidx.webkit 1.8, androidx.activity, and an `Account` from your app. Your app owns the token: it stores the token
// encrypted with a key of the Android Keystore, and its own server creates a new token or signs a JWT for the person. Never log the token
// or put it in a URL. Create the host in onCreate, before the activity starts.

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

/** The person who uses the app. */
interface Account {
    /** The token that the page sent last: `token`, `scopes`, `expires_at`. Null if nobody is logged in. */
    var token: JSONObject?
    /** A random name for the person, the same on each page. It must not say who the person is. */
    val person: String?
    /** Requests `token`, `scopes` and `expires_at`, or `jwt`, from the app's own server. Null if nobody is logged in. Calls [done] on the main thread. */
    fun renew(done: (JSONObject?) -> Unit)
}

private const val APP_CHOSEN = "rewards.APP_CHOSEN"
private const val CHOICE_DELAY_MS = 500L
private val CAPABILITIES =
    listOf("token.renew", "token.changed", "share", "open", "close", "clipboard.write", "haptic", "event")

/** [shop] is an origin, such as `https://shop.brand.com`. */
class AndroidHost(private val activity: ComponentActivity, private val web: WebView, private val shop: String, private val account: Account) {
    private var page: JavaScriptReplyProxy? = null
    private var onShareOutcome: ((String) -> Unit)? = null
    private val sheet = activity.registerForActivityResult(StartActivityForResult()) {
        // Android broadcasts the chosen app separately, and the broadcast can arrive later than this result.
        Handler(Looper.getMainLooper()).postDelayed({ finishShare("canceled") }, CHOICE_DELAY_MS)
    }

    fun load() {
        web.settings.javaScriptEnabled = true
        web.settings.domStorageEnabled = true
        web.webViewClient = PageClient()
        val appChosen = object : BroadcastReceiver() {
            // Android reports the chosen app, but not whether the person sent the link.
            override fun onReceive(context: Context, intent: Intent) = finishShare("handed_off")
        }
        ContextCompat.registerReceiver(activity, appChosen, IntentFilter(APP_CHOSEN), ContextCompat.RECEIVER_NOT_EXPORTED)
        activity.lifecycle.addObserver(object : DefaultLifecycleObserver {
            override fun onDestroy(owner: LifecycleOwner) = activity.unregisterReceiver(appChosen)
        })
        // Without this feature the page works as in a browser.
        if (WebViewFeature.isFeatureSupported(WebViewFeature.WEB_MESSAGE_LISTENER))
            WebViewCompat.addWebMessageListener(web, "rewardsNative", setOf(shop)) { _, message, _, isMainFrame, reply ->
                // Frames of the shop's own origin have the listener as well, so accept only the main frame. Binary messages have no text.
                if (isMainFrame && message.type == WebMessageCompat.TYPE_STRING) receive(message.data, reply)
            }
        web.loadUrl("$shop/")
    }

    /** Sends changed fields to the page. `token` is JSONObject.NULL after the person has logged out of the app. */
    fun sendWelcome(changes: JSONObject) = page?.let { send(it, JSONObject().put("type", "welcome").put("payload", changes)) }

    private fun receive(text: String?, reply: JavaScriptReplyProxy) {
        val message = try { JSONObject(text ?: return) } catch (error: JSONException) { return }
        val type = message.optString("type")
        if (message.optInt("rewards") != 1 || type == "") return
        page = reply
        handle(type, message.optJSONObject("payload") ?: JSONObject()) { payload, error ->
            val answer = JSONObject().put("id", message.opt("id")).put("type", if (type == "hello") "welcome" else type)
            if (payload != null) answer.put("payload", payload)
            else answer.put("error", JSONObject().put("code", "native_error").put("reason", error))
            send(reply, answer)
        }
    }

    private fun handle(type: String, payload: JSONObject, answer: (JSONObject?, String?) -> Unit) {
        val succeed = { answer(JSONObject(), null) }
        when (type) {
            "hello" -> {
                val welcome = JSONObject(account.token?.toString() ?: "{}")
                answer(welcome.put("capabilities", JSONArray(CAPABILITIES)).putOpt("person", account.person), null)
            }
            "token.renew" -> account.renew { renewed ->
                if (renewed?.has("token") == true) account.token = renewed
                answer(renewed, "not_logged_in")
            }
            "token.changed" -> { account.token = payload.takeUnless { it.isNull("token") }; succeed() }
            "share" -> share(payload) { answer(JSONObject().put("outcome", it), null) }
            "open" -> open(Uri.parse(payload.optString("url")), answer)
            "close" -> { succeed(); activity.finish() }
            "clipboard.write" -> {
                val clipboard = activity.getSystemService(ClipboardManager::class.java)
                clipboard.setPrimaryClip(ClipData.newPlainText(null, payload.optString("text")))
                succeed()
            }
            "haptic" -> { web.performHapticFeedback(HapticFeedbackConstants.VIRTUAL_KEY); succeed() }
            "event" -> succeed() // Pass `name` and `data` to the analytics of your app.
            else -> answer(null, "unknown_type")
        }
    }

    private fun share(content: JSONObject, onOutcome: (String) -> Unit) {
        finishShare("canceled")
        onShareOutcome = onOutcome
        val text = listOf(content.optString("text"), content.optString("url")).filter { it != "" }.joinToString(" ")
        val send = Intent(Intent.ACTION_SEND).setType("text/plain").putExtra(Intent.EXTRA_TEXT, text)
        // Mutable, because Android writes the chosen app into the intent. The package name keeps other apps from receiving it.
        val mutable = if (Build.VERSION.SDK_INT >= 31) PendingIntent.FLAG_MUTABLE else 0
        val appChosen = Intent(APP_CHOSEN).setPackage(activity.packageName)
        val callback = PendingIntent.getBroadcast(activity, 0, appChosen, mutable or PendingIntent.FLAG_UPDATE_CURRENT)
        sheet.launch(Intent.createChooser(send, content.optString("title"), callback.intentSender))
    }

    private fun finishShare(outcome: String) { onShareOutcome?.also { onShareOutcome = null }?.invoke(outcome) }

    private fun open(url: Uri, answer: (JSONObject?, String?) -> Unit) {
        if (url.scheme?.lowercase() !in listOf("https", "mailto", "sms", "tel")) return answer(null, "refused")
        try { activity.startActivity(Intent(Intent.ACTION_VIEW, url)) } catch (error: ActivityNotFoundException) { return answer(null, "no_app") }
        answer(JSONObject(), null)
    }

    /** Keeps the shop's links in the app and opens other links outside. Without a client every link would open outside. */
    private inner class PageClient : WebViewClient() {
        override fun shouldOverrideUrlLoading(view: WebView, request: WebResourceRequest): Boolean {
            if (!request.isForMainFrame || request.url.toString().startsWith("$shop/")) return false
            open(request.url) { _, _ -> }
            return true
        }
    }

    private fun send(to: JavaScriptReplyProxy, message: JSONObject) = to.postMessage(message.put("rewards", 1).toString())
}
