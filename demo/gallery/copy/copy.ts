/** The brand's texts in one language: the part of a zone's content that marketers write. */
export interface Copy {
  /** The direction of the language, if it is written from right to left. */
  dir?: 'rtl'
  headline: string
  description: string
  steps: string[]
  message: string
  subject: string
  opt_in: string
  /** The text of a banner. */
  call: string
  /** A short text, for example for a minimized overlay. */
  small: string
  welcome: string
  reward: string
  rules: string[]
  /** The first name of the advocate. */
  friend: string
  /** Goals and their rewards. */
  goals: [goal: string, reward: string][]
  /** Levels and a benefit of each. */
  tiers: [level: string, benefit: string][]
  /** The text of a consent. */
  agreement: string
  /** The texts of a form. */
  form: {
    title: string
    text: string
    first_name: string
    email: string
    phone: string
    birthday: string
    /** A question, and its answers. */
    place: string
    places: string[]
    comment: string
    hint: string
    recommend: string
    unlikely: string
    likely: string
    promise: string
    submit: string
    done: string
    done_text: string
  }
  /** The title of a panel, and its zones with what they are about. */
  panel: { title: string; items: [title: string, text: string][] }
  /** The titles of a dashboard. */
  titles: { profile: string; goals: string }
}
