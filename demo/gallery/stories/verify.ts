import type { Story } from './story.js'

const content = () => ({ widget: 'verify', email: 'ada@example.com' })

const SEND = '[part~="main"]'
const ANOTHER = '[part~="quiet"]'
const STATUS = '[part="status"]:not(:empty)'

export const stories: Story[] = [
  { name: 'verify/known', content, consumer: 'identified' },
  { name: 'verify/asks', content, consumer: 'identified', steps: [ANOTHER], readySelector: '[part="field"]' },
  {
    name: 'verify/wrong',
    content,
    consumer: 'identified',
    steps: [ANOTHER, '[part="copy"] button'],
    readySelector: STATUS,
  },
  { name: 'verify/sent', content, consumer: 'identified', steps: [SEND], readySelector: '[part="steps"]' },
  { name: 'verify/done', content, consumer: 'verified' },
]
