/** A browser that a WebDriver service drives (https://www.w3.org/TR/webdriver2/). Has the part of the protocol that the tests of WebKit use. */
export interface WebDriverSession {
  /** Runs a command of this session. Rejects with the command and the error of the browser, or if the browser does not answer. */
  command<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T>
  /** Closes the browser. Works after a command without an answer, too. */
  close(): Promise<void>
}

/** Time limits for one command. Several commands fit into the time limit of a test, so the test reports the one that hangs. */
export interface TimeLimits {
  /** After that time the browser reports that a page does not load, or that a script does not end. */
  pageMs: number
  /** After that time the browser hangs. It must be longer than `pageMs`. */
  answerMs: number
}

const LIMITS: TimeLimits = { pageMs: 45_000, answerMs: 55_000 }

/** Opens a browser of its own, without cookies and storage. `service` is the address of the driver. */
export async function newSession(service: string, capabilities: object, limits = LIMITS): Promise<WebDriverSession> {
  const { pageMs, answerMs } = limits
  const timeouts = { script: pageMs, pageLoad: pageMs }
  const { sessionId } = await send<{ sessionId: string }>({
    method: 'POST',
    url: `${service}/session`,
    body: { capabilities: { alwaysMatch: { timeouts, ...capabilities } } },
    step: 'start the browser',
    answerMs,
  })
  const address = `${service}/session/${sessionId}`
  /** The error of the command that had no answer. Further commands would wait for it. */
  let hung: NoAnswerError | undefined

  return {
    async command<T>(method: 'GET' | 'POST', path: string, body: object = {}) {
      if (hung) throw hung
      const step = `${method} ${path} ${method === 'POST' ? JSON.stringify(body) : ''}`.trim()
      try {
        return await send<T>({ method, url: address + path, body, step, answerMs })
      } catch (error) {
        if (error instanceof NoAnswerError) hung = error
        throw error
      }
    },
    close: () => send({ method: 'DELETE', url: address, step: 'close the browser', answerMs }),
  }
}

/** The driver waits for the browser as long as the caller does, even for a browser that has ended. */
class NoAnswerError extends Error {}

interface Command {
  method: string
  url: string
  body?: object
  /** Names the command in errors. */
  step: string
  answerMs: number
}

async function send<T>({ method, url, body, step, answerMs }: Command): Promise<T> {
  const sent = method === 'POST' ? JSON.stringify(body) : null
  const signal = AbortSignal.timeout(answerMs)
  let value: { error?: string; message?: string } | null
  try {
    value = (await (await fetch(url, { method, body: sent, signal })).json()).value
  } catch (cause) {
    const reason = signal.aborted ? `no answer within ${answerMs} ms` : 'the driver cannot be reached'
    throw new NoAnswerError(`WebDriver: ${step}: ${reason}`, { cause })
  }
  if (value?.error) throw new Error(`WebDriver: ${step}: ${value.error} ${value.message}`.trim())
  return value as T
}
