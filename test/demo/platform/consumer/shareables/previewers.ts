// The `User-Agent` headers of link previewers and other programs, and of the browsers in which people open links.

/** Previewers, by the service that sends them. */
export const PREVIEWERS: Record<string, string> = {
  'WhatsApp on Android': 'WhatsApp/2.23.20.0 A',
  'WhatsApp on iOS': 'WhatsApp/2.24.10.75 i',
  'WhatsApp on Windows': 'WhatsApp/2.2413.51 W',
  iMessage:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  Slack: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Slack, for pictures': 'Slack-ImgProxy (+https://api.slack.com/robots)',
  X: 'Twitterbot/1.0',
  LinkedIn: 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  Facebook: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  Meta: 'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  Telegram: 'TelegramBot (like TwitterBot)',
  Discord: 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'Skype and Teams': 'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  Outlook: 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)',
  LINE: 'facebookexternalhit/1.1;line-poker/1.0',
  KakaoTalk: 'facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984',
  Reddit: 'Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)',
  Pinterest: 'Mozilla/5.0 (compatible; Pinterestbot/1.0; +https://www.pinterest.com/bot.html)',
  Bluesky: 'Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)',
  Mastodon: 'http.rb/5.1.1 (Mastodon/4.2.8; +https://mastodon.social/) Bot',
  VK: 'Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)',
  Snapchat:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/92.0.4515.159 Safari/537.36 Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots',
  Viber: 'Viber/20.0',
  Iframely: 'Iframely/1.3.1 (+https://iframely.com/docs/about)',
  Embedly: 'Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)',
  Matrix: 'Synapse (bot; +https://github.com/matrix-org/synapse)',
}

/** Programs that open links for other reasons. */
export const PROGRAMS: Record<string, string> = {
  Googlebot:
    'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.6422.175 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  curl: 'curl/8.5.0',
  Node: 'node',
  Python: 'python-requests/2.31.0',
  'an app on Android': 'okhttp/4.12.0',
  'the network code of iOS': 'Juniper/1.0 CFNetwork/1490.0.4 Darwin/23.2.0',
  'a browser without windows':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0.0.0 Safari/537.36',
  'a program without a name': '',
}

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const WEB_VIEW = 'Mozilla/5.0 (Linux; Android 14; SM-S918B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0'

/** Browsers, and the browsers inside apps that send previewers too. */
export const BROWSERS: Record<string, string> = {
  Chrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  Edge: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.0.0 Safari/537.36 Edg/122.0.0.0',
  Firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  Safari:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
  'Safari on a phone': `${IPHONE} Version/17.4 Mobile/15E148 Safari/604.1`,
  'Opera Mini': 'Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16',
  'a phone with a misleading name':
    'Mozilla/5.0 (Linux; Android 10; CUBOT_X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
  WKWebView: `${IPHONE} Mobile/15E148`,
  Facebook: `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/457.0.0.30.106;FBDV/iPhone14,5;FBSN/iOS;FBSV/17.4;FBLC/en_US]`,
  'Facebook on Android': `${WEB_VIEW} Chrome/122.0.6261.64 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/453.0.0.40.107;]`,
  Instagram: `${IPHONE} Mobile/15E148 Instagram 325.0.3.34.90 (iPhone14,5; iOS 17_4; en_US; en; scale=3.00; 1170x2532)`,
  LinkedIn: `${IPHONE} Mobile/15E148 [LinkedInApp]/9.29.6548`,
  X: `${IPHONE} Mobile/15E148 Twitter for iPhone/10.32`,
  Pinterest: `${IPHONE} Mobile/15E148 [Pinterest/iOS]`,
  Snapchat: `${IPHONE} Mobile/15E148 Snapchat/12.78.0.35 (like Safari/8617.1.17.10.9, panda)`,
  TikTok: `${IPHONE} Mobile/15E148 musical_ly_33.3.0 JsSdk/2.0 NetType/WIFI Region/US BytedanceWebview/d8a21c6`,
  LINE: `${IPHONE} Mobile/15E148 Safari Line/14.3.0`,
  KakaoTalk: `${IPHONE} Mobile/15E148 KAKAOTALK 10.6.5`,
  WeChat: `${WEB_VIEW} Chrome/111.0.5563.116 Mobile Safari/537.36 XWEB/1110017 MicroMessenger/8.0.42`,
  Google: `${IPHONE} GSA/307.0.614786420 Mobile/15E148 Safari/604.1`,
  Slack:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Slack/4.36.140 Chrome/120.0.6099.276 Electron/28.2.2 Safari/537.36',
}
