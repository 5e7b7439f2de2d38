/** A browser that a WebDriver service drives (https://www.w3.org/TR/webdriver2/): as much of it as the tests of WebKit use. */
export interface WebDriverSession {
  /** One command of this session. Throws what the browser says went wrong. */
  command<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T>
}

/** Opens a browser of its own, which remembers nothing of the one before. `service` is the address of the driver. */
export async function newSession(service: string, capabilities: object): Promise<WebDriverSession> {
  const body = { capabilities: { alwaysMatch: capabilities } }
  const { sessionId } = await ask<{ sessionId: string }>('POST', `${service}/session`, body)
  return { command: (method, path, body) => ask(method, `${service}/session/${sessionId}${path}`, body) }
}

async function ask<T>(method: string, url: string, body?: object): Promise<T> {
  const sent = method === 'POST' ? JSON.stringify(body ?? {}) : null
  const { value } = await (await fetch(url, { method, body: sent })).json()
  if (value?.error) throw new Error(`${value.error}: ${value.message}`)
  return value
}
