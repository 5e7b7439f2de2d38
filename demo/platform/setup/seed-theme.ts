import { type ProgramTheme, readTheme } from '../theme/program-theme.js'

/** The theme of the demo brand: the colors with which the style sheet of its shop draws the widgets. */
export const seedTheme: ProgramTheme = readTheme({
  light: {
    accent: '#245443',
    accentText: '#ffffff',
    text: '#1e2925',
    surface: '#ffffff',
    soft: '#eff3ec',
    line: '#ddd8cc',
  },
  dark: {
    accent: '#9cc9b0',
    accentText: '#10201a',
    text: '#ece8df',
    surface: '#1b2420',
    soft: '#28342e',
    line: '#2f3b35',
  },
  radius: '12px',
})
