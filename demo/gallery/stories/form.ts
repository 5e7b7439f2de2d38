import type { Copy } from '../copy/index.js'
import type { Story } from './story.js'

const done = ({ form }: Copy) => ({ headline: form.done, text: form.done_text })

/** A registration, with a field of most kinds. */
const registration = (copy: Copy) => {
  const { form, opt_in } = copy
  return {
    widget: 'form',
    headline: form.title,
    text: form.text,
    event: 'registration',
    fields: [
      { type: 'text', name: 'first_name', label: form.first_name, required: true },
      { type: 'email', name: 'email', label: form.email, required: true },
      { type: 'phone', name: 'phone', label: form.phone },
      { type: 'select', name: 'place', label: form.place, options: form.places },
      { type: 'consent', name: 'opt_in', label: opt_in, url: 'https://juniper.example/data', url_text: form.promise },
    ],
    submit_text: form.submit,
    done: done(copy),
  }
}

const survey = (copy: Copy) => {
  const { form } = copy
  return {
    widget: 'form',
    event: 'survey',
    fields: [
      {
        type: 'rating',
        name: 'nps',
        label: form.recommend,
        required: true,
        min: 0,
        max: 10,
        min_text: form.unlikely,
        max_text: form.likely,
      },
      { type: 'radio', name: 'place', label: form.place, options: form.places },
      { type: 'text', name: 'comment', label: form.comment, hint: form.hint, multiline: true },
    ],
    done: done(copy),
  }
}

/** A form without an email address: the consumer of the gallery stays who they are. */
const short = (copy: Copy) => ({ ...survey(copy), fields: survey(copy).fields.slice(2) })

const SUBMIT = '[type="submit"]'
const DONE = '[part~="done"]'
const FAULT = '[part="status"]:not(:empty)'

export const stories: Story[] = [
  { name: 'form/registration', content: registration },
  { name: 'form/survey', content: survey, steps: ['[value="9"]'], readySelector: ':checked' },
  {
    name: 'form/wrong',
    content: registration,
    steps: [['[type="email"]', 'ada@juniper'], ['[type="tel"]', '12'], SUBMIT],
    readySelector: FAULT,
  },
  { name: 'form/wrong-rating', content: survey, steps: [SUBMIT], readySelector: FAULT },
  { name: 'form/done', content: short, steps: [SUBMIT], readySelector: DONE },
  {
    name: 'form/done-link',
    content: copy => ({
      ...short(copy),
      done: { ...done(copy), url: 'https://juniper.example/', url_text: copy.small },
    }),
    steps: [SUBMIT],
    readySelector: DONE,
  },
  {
    name: 'form/done-zone',
    content: copy => ({ ...short(copy), done: { ...done(copy), zone: 'share_default' } }),
    steps: [SUBMIT],
    readySelector: `${DONE} + rewards-zone [part="channels"]`,
  },
  { name: 'form/locked', content: copy => ({ ...survey(copy), verified_only: true }), consumer: 'identified' },
]
