// Shows the shop in a WKWebView and answers the messages of docs/webviews.md. Not compiled or run yet.
//
// Requires iOS 14 and an `Account` from your app. Your app owns the token: it stores the token in its Keychain, and its own server creates
// a new token or signs a JWT for the person. Never log the token or put it in a URL.

import UIKit
import WebKit

/// The person who uses the app.
protocol Account: AnyObject {
  /// The token that the page sent last: `token`, `scopes`, `expires_at`. Store it in the Keychain. Nil if nobody is logged in.
  var token: [String: Any]? { get set }
  /// A random name for the person, the same on each page. It must not say who the person is.
  var person: String? { get }
  /// Requests `token`, `scopes` and `expires_at`, or `jwt`, from the app's own server. Nil if nobody is logged in. Calls `done` on the main thread.
  func renew(_ done: @escaping ([String: Any]?) -> Void)
}

final class WKWebViewHost: UIViewController, WKScriptMessageHandler {
  private struct Message { let id, type: String; let payload: [String: Any] }

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

  required init?(coder: NSCoder) { fatalError("WKWebViewHost does not support storyboards") }

  override func loadView() { view = webView }
  override func viewDidLoad() { super.viewDidLoad(); webView.load(URLRequest(url: shop)) }

  /// Every frame has the handler, so this accepts only the main frame on the shop's origin.
  func userContentController(_: WKUserContentController, didReceive message: WKScriptMessage) {
    guard message.frameInfo.isMainFrame, isShop(message.frameInfo.securityOrigin),
      let body = message.body as? [String: Any], body["rewards"] as? Int == 1,
      let id = body["id"] as? String, let type = body["type"] as? String else { return }
    handle(Message(id: id, type: type, payload: body["payload"] as? [String: Any] ?? [:]))
  }

  /// Sends changed fields to the page. After the person has logged out of the app: `["token": NSNull()]`.
  func sendWelcome(_ changes: [String: Any]) { send(["type": "welcome", "payload": changes]) }

  private func handle(_ message: Message) {
    let text = message.payload["text"] as? String
    let url = (message.payload["url"] as? String).flatMap { URL(string: $0) }
    switch message.type {
    case "hello":
      var payload = account.token ?? [:]
      payload["capabilities"] = ["token.renew", "token.changed", "share", "open", "close", "clipboard.write", "haptic", "event"]
      payload["person"] = account.person
      answer(message, payload)
    case "token.renew":
      account.renew { [weak self] renewed in
        if renewed?["token"] is String { self?.account.token = renewed }
        self?.answer(message, renewed, error: "not_logged_in")
      }
    case "token.changed":
      account.token = message.payload["token"] is String ? message.payload : nil
      answer(message)
    case "share": share(message, ([text, url] as [Any?]).compactMap { $0 })
    case "open":
      guard let url, ["https", "mailto", "sms", "tel"].contains(url.scheme?.lowercased()) else { return answer(message, nil, error: "refused") }
      UIApplication.shared.open(url) { [weak self] opened in self?.answer(message, opened ? [:] : nil, error: "no_app") }
    case "close": answer(message); dismiss(animated: true)
    case "clipboard.write": UIPasteboard.general.string = text; answer(message)
    case "haptic": UINotificationFeedbackGenerator().notificationOccurred(.success); answer(message)
    case "event": answer(message) // Pass `name` and `data` to the analytics of your app.
    default: answer(message, nil, error: "unknown_type")
    }
  }

  private func share(_ message: Message, _ items: [Any]) {
    // If a share sheet is already open, the person must close it first.
    guard presentedViewController == nil else { return answer(message, ["outcome": "canceled"]) }
    let sheet = UIActivityViewController(activityItems: items, applicationActivities: nil)
    // An iPad shows the sheet as a popover, which needs a position: the center of the page.
    sheet.popoverPresentationController?.sourceView = view
    sheet.popoverPresentationController?.sourceRect = CGRect(x: view.bounds.midX, y: view.bounds.midY, width: 0, height: 0)
    sheet.completionWithItemsHandler = { [weak self] activity, completed, _, error in
      // A copied link has not been sent to anybody yet.
      let outcome = !completed ? "canceled" : activity == .copyToPasteboard ? "handed_off" : "shared"
      self?.answer(message, error == nil ? ["outcome": outcome] : nil, error: "failed")
    }
    present(sheet, animated: true)
  }

  private func answer(_ message: Message, _ payload: [String: Any]? = [:], error: String = "failed") {
    var answer: [String: Any] = ["id": message.id, "type": message.type == "hello" ? "welcome" : message.type]
    if let payload { answer["payload"] = payload } else { answer["error"] = ["code": "native_error", "reason": error] }
    send(answer)
  }

  /// Sends a message to the top frame, unless it shows another site now. WebKit passes the message as a value, so it needs no escaping.
  private func send(_ message: [String: Any]) {
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

/// Breaks the reference cycle: WebKit retains its handlers, and the host retains WebKit.
private final class WeakHandler: NSObject, WKScriptMessageHandler {
  private weak var host: WKWebViewHost?
  init(_ host: WKWebViewHost) { self.host = host }
  func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
    host?.userContentController(controller, didReceive: message)
  }
}
