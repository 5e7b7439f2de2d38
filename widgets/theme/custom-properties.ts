/** The custom properties that set the look of a widget. `minHeight` is not among them: it belongs to one zone. */
export const CUSTOM_PROPERTIES = ['accent', 'accent-text', 'text', 'surface', 'soft', 'line', 'radius', 'font'].map(
  name => `--rewards-${name}`,
)
