/** @jsxImportSource hono/jsx */
import { exampleOf } from '../campaign/conditions.js'
import type { Creative } from '../campaign/zone-source.js'
import { type ProgramTheme, toCss, toJson } from '../theme/program-theme.js'
import { lookAttributes, lookParameters, type PreviewLook } from '../zones/preview-look.js'

interface PreviewedCreative {
  programOrigin: string
  /** The key of the version or of the draft. */
  preview_key: string
  zone_name: string
  creative: Creative
  /** The place of the creative in the zone. */
  index: number
  look: PreviewLook
  /** The theme of the program, or one that nobody has saved. */
  theme: ProgramTheme
  /** Whether nobody has saved the theme. */
  isDraftOfTheme?: boolean
}

interface PreviewFrameProps {
  title: string
  src: string
  message: string
}

/** The policy of a page with previews: `editor.js` asks this page for the draft, and the frames show the program domain only. */
export const previewPolicy = (programOrigin: string): string[] => [
  `frame-src ${programOrigin}`,
  `script-src 'self'`,
  `connect-src 'self'`,
  `require-trusted-types-for 'script'`,
  `trusted-types 'none'`,
]

/** A frame with the page that shows a creative. */
export const PreviewFrame = ({ title, src, message }: PreviewFrameProps) => (
  <iframe src={src} title={title} loading="lazy" data-message={message} />
)

/** The address of the frame, and what the editor sends to a frame that already shows the zone. */
export function frameOf(previewed: PreviewedCreative): Omit<PreviewFrameProps, 'title'> {
  const { programOrigin, preview_key, zone_name, index, look, theme, isDraftOfTheme } = previewed
  const query = new URLSearchParams({
    creative: String(index),
    ...lookParameters(look),
    ...(isDraftOfTheme && { theme: JSON.stringify(toJson(theme)) }),
  })
  return { src: `${programOrigin}/preview/${preview_key}/${zone_name}?${query}`, message: messageOf(previewed) }
}

/** The attributes of the page and of its zone, and the style sheet of the page. */
function messageOf({ creative: { when }, preview_key, look, theme: programTheme }: PreviewedCreative): string {
  const { page, theme } = lookAttributes(look, programTheme)
  const data = { ...exampleOf(when), preview_key }
  return JSON.stringify({
    page,
    themeCss: toCss(programTheme),
    zone: { data: JSON.stringify(data), theme: JSON.stringify(theme) },
  })
}
