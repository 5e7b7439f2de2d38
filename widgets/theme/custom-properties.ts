/** The custom properties that say how a widget looks, wherever it stands. */
export const TOKENS = ['accent', 'accent-text', 'text', 'surface', 'soft', 'line', 'radius', 'font'].map(
  token => `--rewards-${token}`,
)
