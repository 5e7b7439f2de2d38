import type { ZoneVersion } from '../campaign/campaign-version.js'
import type { SourceError } from '../campaign/source-error.js'
import type { ZoneDraft } from '../campaign/zone-draft.js'
import type { PreviewLook } from '../zones/preview-look.js'
import type { FieldErrors } from './content-controls.js'
import type { RawCreative } from './creative-form.js'
import type { ZoneCampaign } from './zone-campaign.js'

/** What the page of a zone shows. */
export interface ZoneOnPage extends ZoneCampaign {
  name: string
  /** Newest first. */
  versions: ZoneVersion[]
  /** The edited version. Undefined for a new zone. */
  shown: ZoneVersion | undefined
  /** The newest version when the page was opened. It stays when the page shows a form again. */
  newest: number | undefined
  source: string
  message: string
  /** What is wrong with a source that was not saved. */
  errors?: SourceError[]
  /** A version that somebody else saved in the meantime. */
  newer?: number
  /** The creative in the form. Undefined: the page shows the JSON. */
  edited?: EditedCreative | undefined
  preview: PreviewOnPage
}

/** What the preview shows. */
export interface PreviewOnPage {
  look: PreviewLook
  width: 'desktop' | 'phone'
  /** What the user has typed. Undefined: the preview shows the version. */
  draft?: ZoneDraft | undefined
  /** Why the preview does not show what the user has typed. */
  problem?: string | undefined
}

/** The creative in the form. */
export interface EditedCreative {
  place: number | 'new'
  /** The place of the creative from which a new one was copied. What the form does not show is copied from it. */
  copied?: number | undefined
  creative: RawCreative
  errors: FieldErrors
  /** The list to which the user has just added a row: `content.items`. */
  grown?: string | undefined
  /** The places of the creatives, in the order in which they are saved. */
  order: number[]
  /** The audiences of the program. */
  audiences: string[]
}
