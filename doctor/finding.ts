/** What the doctor looks at. */
export type Check =
  | 'address'
  | 'tag'
  | 'script'
  | 'integrity'
  | 'caching'
  | 'policy'
  | 'cors'
  | 'cookies'
  | 'zones'
  | 'browser'

export type Status = 'pass' | 'warn' | 'fail'

/** One line of the report. */
export interface Finding {
  check: Check
  status: Status
  message: string
  /** What to change, word for word where that is possible. A finding that passes has none. */
  fix?: string
}

export const pass = (check: Check, message: string): Finding => ({ check, status: 'pass', message })

export const warn = (check: Check, message: string, fix: string): Finding => ({ check, status: 'warn', message, fix })

export const fail = (check: Check, message: string, fix: string): Finding => ({ check, status: 'fail', message, fix })
