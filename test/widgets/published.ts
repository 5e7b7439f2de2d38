// Zones of the local platform with a test's own content.

import { addVersion } from '../../demo/platform/campaign/campaign-version.js'
import { demo, type Platform } from '../../demo/platform/index.js'

/** Publishes a zone with this content, as a marketer would. */
export const publish = (platform: Platform, name: string, content: object) =>
  addVersion(platform, {
    zones: { [name]: JSON.stringify({ creatives: [{ content }] }) },
    editorId: demo.marketerId,
    message: 'For a test',
    publish: true,
    at: new Date(),
  })
