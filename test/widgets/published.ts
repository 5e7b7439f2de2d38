import { addVersion } from '../../demo/platform/campaign/campaign-version.js'
import { demo, type Platform } from '../../demo/platform/index.js'

/** Has the platform hold this in a zone of that name, as if a marketer had published it. */
export const publish = (platform: Platform, name: string, content: object) =>
  addVersion(platform, {
    zones: { [name]: JSON.stringify({ creatives: [{ content }] }) },
    editorId: demo.marketerId,
    message: 'For a test',
    publish: true,
    at: new Date(),
  })
