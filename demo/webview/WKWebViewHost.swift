// The shop in a WKWebView: the app's end of docs/webviews.md. Neither compiled nor run yet.
//
// Needs iOS 14, and of the app an `Account`. The token is the app's: it keeps it in its Keychain, and its own server makes a new one, or
// signs a JWT that proves who the person is. It is never logged and never in an address.

import UIKit
import WebKit

/// What the app knows about its person.
protocol Account: AnyObject {
  /// What the page has last told: `token`, `scopes`, `expires_at`; to be kept in the Keychain. Nil: nobody.
  var token: [String: Any]? { get set }
  /// A random name for the person, the same on each page, which says nothing about who they are.
  var person: String? { get }
  /// Asks the app's own server for `token`, `scopes` and `expires_at`, or for `jwt`. Nil: nobody. Answers on the main thread.
  func renew(_ done: @escaping ([String: Any]?) -> Void)
}

final class WKWebViewHost: UIViewController, WKScriptMessageHandler {
  private struct Question { let id, type: String; let payload: [String: Any] }

  private let shop: URL
  private let account: Account
  private let webView: WKWebView

  init(shop: URL, account: Account) {
    self.shop = shop
    self.account = account
    webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    super.init(nibName: nil, bundle: nil)
    webView.configuration.userContentController.add(WeakHandler(self), name: "rewards")
  }

  required init?(coder: NSCoder) { fatalError("not from a storyboard") }

  override func loadView() { view = webView }
  override func viewDidLoad() { super.viewDidLoad(); webView.load(URLRequest(url: shop)) }

  /// Every frame has the handler: the page itself is answered, and nobody else.
  func userContentController(_: WKUserContentController, didReceive message: WKScriptMessage) {
    guard message.frameInfo.isMainFrame, isShop(message.frameInfo.securityOrigin),
      let body = message.body as? [String: Any], body["rewards"] as? Int == 1,
      let id = body["id"] as? String, let type = body["type"] as? String else { return }
    act(Question(id: id, type: type, payload: body["payload"] as? [String: Any] ?? [:]))
  }

  /// Tells the page what has changed, at any time: `["token": NSNull()]` once the person has logged out of the app.
  func welcome(_ news: [String: Any]) { say(["type": "welcome", "payload": news]) }

  private func act(_ asked: Question) {
    let text = asked.payload["text"] as? String
    let url = (asked.payload["url"] as? String).flatMap { URL(string: $0) }
    switch asked.type {
    case "hello":
      var payload = account.token ?? [:]
      payload["capabilities"] = ["token.renew", "token.changed", "share", "open", "close", "clipboard.write", "haptic", "event"]
      payload["person"] = account.person
      answer(asked, payload)
    case "token.renew":
      account.renew { [weak self] given in
        if given?["token"] is String { self?.account.token = given }
        self?.answer(asked, given, error: "nobody")
      }
    case "token.changed":
      account.token = asked.payload["token"] is String ? asked.payload : nil
      answer(asked)
    case "share": share(asked, ([text, url] as [Any?]).compactMap { $0 })
    case "open":
      guard let url, ["https", "mailto", "sms", "tel"].contains(url.scheme?.lowercased()) else { return answer(asked, nil, error: "refused") }
      UIApplication.shared.open(url) { [weak self] opened in self?.answer(asked, opened ? [:] : nil, error: "no_app") }
    case "close": answer(asked); dismiss(animated: true)
    case "clipboard.write": UIPasteboard.general.string = text; answer(asked)
    case "haptic": UINotificationFeedbackGenerator().notificationOccurred(.success); answer(asked)
    case "event": answer(asked) // `name` and `data`, for the app's own analytics.
    default: answer(asked, nil, error: "unknown_type")
    }
  }

  private func share(_ asked: Question, _ items: [Any]) {
    // The one that is open is the person's to answer first.
    guard presentedViewController == nil else { return answer(asked, ["outcome": "canceled"]) }
    let sheet = UIActivityViewController(activityItems: items, applicationActivities: nil)
    // On an iPad it points at something: at the middle of the page.
    sheet.popoverPresentationController?.sourceView = view
    sheet.popoverPresentationController?.sourceRect = CGRect(x: view.bounds.midX, y: view.bounds.midY, width: 0, height: 0)
    sheet.completionWithItemsHandler = { [weak self] activity, completed, _, error in
      // What has been copied has reached nobody yet.
      let outcome = !completed ? "canceled" : activity == .copyToPasteboard ? "handed_off" : "shared"
      self?.answer(asked, error == nil ? ["outcome": outcome] : nil, error: "failed")
    }
    present(sheet, animated: true)
  }

  private func answer(_ asked: Question, _ payload: [String: Any]? = [:], error: String = "failed") {
    var message: [String: Any] = ["id": asked.id, "type": asked.type == "hello" ? "welcome" : asked.type]
    if let payload { message["payload"] = payload } else { message["error"] = ["code": "native_error", "reason": error] }
    say(message)
  }

  /// Into the top frame, unless another site is there by now. WebKit hands the message over as a value: nothing is to be escaped.
  private func say(_ message: [String: Any]) {
    let script = """
      if (location.protocol === scheme && location.hostname === host && location.port === port)
        (window.rewards?.push ? rewards : (window.rewards = [])).push(['receive', { rewards: 1, ...message }])
      """
    let port = shop.port.map(String.init) ?? ""
    let values: [String: Any] = ["message": message, "scheme": "\(shop.scheme!):", "host": shop.host!, "port": port]
    webView.callAsyncJavaScript(script, arguments: values, in: nil, in: .page, completionHandler: nil)
  }

  private func isShop(_ origin: WKSecurityOrigin) -> Bool {
    origin.protocol == shop.scheme && origin.host == shop.host && origin.port == shop.port ?? 0
  }
}

/// WebKit keeps its handlers alive, and the host keeps WebKit.
private final class WeakHandler: NSObject, WKScriptMessageHandler {
  private weak var host: WKWebViewHost?
  init(_ host: WKWebViewHost) { self.host = host }
  func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
    host?.userContentController(controller, didReceive: message)
  }
}
