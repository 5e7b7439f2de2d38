import { z } from 'zod'
import {
  COLOR_KEYS,
  isColor,
  isFont,
  isRadius,
  MAX_RADIUS,
  type ProgramTheme,
  pixelsOf,
  readTheme,
  SCHEMES,
} from './program-theme.js'

const color = z.custom<string>(isColor, 'Expected a color, such as #0b6b3a').optional()

const colors = z.strictObject(Object.fromEntries(COLOR_KEYS.map(key => [key, color])))

/**
 * A theme as JSON: what the theme editor gives for the console, or what the attribute `theme` of a zone takes. The height of a zone is no part of a
 * program's theme.
 */
export const themeJson: z.ZodType<ProgramTheme> = z
  .strictObject({
    ...colors.shape,
    light: colors.optional(),
    dark: colors.optional(),
    scheme: z.enum(SCHEMES).optional(),
    radius: z
      .custom<string | number>(
        value => isRadius(pixelsOf(value)),
        `Expected a number of pixels from 0 to ${MAX_RADIUS}`,
      )
      .optional(),
    font: z.custom<string>(isFont, 'Expected the names of fonts, such as "Exo 2", Georgia, serif').optional(),
  })
  .transform(readTheme)
