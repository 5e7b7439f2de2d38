/** What the brand of the gallery says to people, in one language: the part of a zone that its marketers write. */
export interface Copy {
  /** The direction of the language, if it is written from right to left. */
  dir?: 'rtl'
  headline: string
  description: string
  steps: string[]
  message: string
  subject: string
  opt_in: string
  /** On a banner. */
  call: string
  /** On a pill. */
  small: string
  welcome: string
  reward: string
  rules: string[]
  /** The first name of who sends the offer. */
  friend: string
  /** What there is to reach, and what for. */
  goals: [goal: string, reward: string][]
  /** What a person may agree to. */
  agreement: string
  /** Over the parts of a dashboard. */
  titles: { profile: string; goals: string }
}
