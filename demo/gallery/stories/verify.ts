import type { Story } from './story.js'

const content = () => ({ widget: 'verify', email: 'ada@example.com' })

const SEND = '[part~="main"]'
const ANOTHER = '[part~="quiet"]'
const TOLD = '[part="status"]:not(:empty)'

export const stories: Story[] = [
  { name: 'verify/known', content, consumer: 'identified' },
  { name: 'verify/asks', content, consumer: 'identified', steps: [ANOTHER], shows: '[part="field"]' },
  { name: 'verify/wrong', content, consumer: 'identified', steps: [ANOTHER, '[part="copy"] button'], shows: TOLD },
  { name: 'verify/sent', content, consumer: 'identified', steps: [SEND], shows: '[part="steps"]' },
  { name: 'verify/done', content, consumer: 'verified' },
]
