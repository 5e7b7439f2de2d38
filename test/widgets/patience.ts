import { configure } from '@testing-library/preact'
import { SOON } from '../soon.js'

configure({
  // For `findBy…` and `waitFor`: a second is not enough on a busy machine.
  asyncUtilTimeout: SOON.timeout,
  // The library cannot print a shadow root: it would throw in a timer, and the test would wait until its own time-out.
  getElementError(message, { innerHTML }) {
    const error = new Error([message, innerHTML].join('\n\n'))
    error.name = 'TestingLibraryElementError'
    return error
  },
})
