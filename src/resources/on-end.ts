import type { Connection } from './connection.js'
import { rememberConsumer } from './same-consumer.js'

/**
 * Calls `end` with the code of an error when the caller aborts or has aborted, when the runtime is destroyed, after `timeout` milliseconds, and
 * when the consumer leaves. Stops when `done` is aborted.
 */
export function onEnd(
  connection: Connection,
  signal: AbortSignal | undefined,
  timeout: number,
  end: (code: string) => void,
  done: AbortSignal,
): void {
  const { hasLeft } = rememberConsumer(connection)
  const timer = setTimeout(end, timeout, 'timeout')
  done.addEventListener('abort', () => clearTimeout(timer))
  for (const each of [signal, connection.lifetime])
    each?.addEventListener('abort', () => end('aborted'), { signal: done })
  connection.target.addEventListener('consumer', () => hasLeft() && end('logged_out'), { signal: done })
  if (signal?.aborted) end('aborted')
}
