import { describe } from 'vitest'
import { useFirefox } from '../firefox.js'
import { useWebKit } from '../webkit.js'
import { describeFields } from './field-cases.js'

/** The widgets whose layout the browsers decide: fields, dialogs and overlays. */
const SHOWN = ['share', 'cta', 'offer', 'profile']

describe('in Firefox', () => describeFields(useFirefox(), SHOWN))
describe('in WebKit', () => describeFields(useWebKit(), SHOWN))
