/** The look of a widget. Each key sets the custom property `--rewards-<key>`, which the page's own style sheet may set as well. */
export interface Theme {
  /** Default: the color scheme of the visitor's system. */
  scheme?: 'light' | 'dark' | undefined
  /** The color of the main button. */
  accent?: string | undefined
  /** The color of text on the accent. */
  accentText?: string | undefined
  text?: string | undefined
  /** The background. */
  surface?: string | undefined
  /** The background of fields and secondary buttons. */
  soft?: string | undefined
  /** The color of borders. */
  line?: string | undefined
  /** The radius of a button. A card's is larger. A number is a length in pixels. */
  radius?: string | number | undefined
  /** Default: the font of the page. */
  font?: string | undefined
  /** The height to reserve until the content has arrived. */
  minHeight?: string | number | undefined
}
