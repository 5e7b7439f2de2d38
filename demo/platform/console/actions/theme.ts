import { saveTheme } from '../../theme/client-theme.js'
import { defaults } from '../../theme/program-theme.js'
import type { ConsoleContext } from '../console-context.js'
import { showThemePage } from '../pages/theme.js'
import { readTexts, textsOf, themeOf } from '../theme-form.js'

/**
 * `POST /console/theme`: saves the theme, or only shows it in the preview: as entered, with a color that passes, or the widgets' own. Shows the form again
 * if a field is wrong, or if somebody else has changed the theme since the form was opened.
 */
export async function changeTheme(c: ConsoleContext): Promise<Response> {
  const { action = '', tag = '', 'preview.zone': zone } = c.var.fields
  if (action === 'reset') return showThemePage(c, { texts: textsOf(defaults()), tag, zone })
  const texts = readTexts(c.var.fields)
  const { theme, errors } = themeOf(texts)
  if (action !== 'save') return showThemePage(c, { texts, tag, zone })
  if (Object.keys(errors).length) return showThemePage(c, { texts, tag, zone, problem: 'invalid' })
  if (!(await saveTheme(c.env, tag, theme))) return showThemePage(c, { texts, zone, problem: 'changed' })
  const query = new URLSearchParams({ done: 'saved', ...(zone && { zone }) })
  return c.redirect(`/console/theme?${query}`, 303)
}
