import { configure } from '@testing-library/preact'
import { SOON } from '../soon.js'

// For `findBy…` and `waitFor`: a second is not enough on a busy machine.
configure({ asyncUtilTimeout: SOON.timeout })
