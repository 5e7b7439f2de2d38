/** The functions of culori that the theme uses. The package has no types. */
declare module 'culori' {
  interface Color {
    mode: string
    alpha?: number
  }

  interface Oklch extends Color {
    mode: 'oklch'
    l: number
    c: number
    h?: number
  }

  export function parse(text: string): Color | undefined
  export function converter(mode: 'oklch'): (color: Color) => Oklch
  export function blend(colors: (string | Color)[]): Color
  export function clampChroma(color: Oklch, mode: 'oklch'): Color
  export function wcagContrast(one: string | Color, other: string | Color): number
  export function formatHex(color: string | Color): string
  export function formatHex8(color: string | Color): string
}
