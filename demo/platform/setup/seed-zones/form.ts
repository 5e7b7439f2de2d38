import type { SeedZone } from './seed-zone.js'

/** The registration of the shop's club. The email address identifies the person. */
export const club: SeedZone = {
  creatives: [
    {
      content: {
        widget: 'form',
        headline: 'Join the garden club',
        text: 'A letter each season, first pick of the new collection, and $20 to share with a friend.',
        event: 'registration',
        fields: [
          { type: 'text', name: 'first_name', label: 'First name', required: true },
          { type: 'email', name: 'email', label: 'Email', required: true },
          {
            type: 'radio',
            name: 'garden',
            label: 'Where do you grow things?',
            options: [
              { value: 'garden', text: 'In a garden' },
              { value: 'balcony', text: 'On a balcony' },
              { value: 'indoors', text: 'Indoors' },
            ],
          },
          {
            type: 'consent',
            name: 'opt_in',
            label: 'Send me the seasonal letter. I can stop it at any time.',
            url: '{{landing_url}}',
            url_text: 'Our promise about your data',
          },
        ],
        submit_text: 'Join the club',
        done: {
          headline: 'Welcome to the club',
          text: 'Your first letter is on its way. Bring a friend along:',
          zone: 'share_experience',
        },
      },
    },
  ],
}

/** A question after an order. */
export const survey: SeedZone = {
  creatives: [
    {
      content: {
        widget: 'form',
        headline: 'One question',
        event: 'survey',
        fields: [
          {
            type: 'rating',
            name: 'nps',
            label: 'How likely are you to recommend Juniper to a friend?',
            required: true,
            min: 0,
            max: 10,
            min_text: 'Not likely',
            max_text: 'Very likely',
          },
          { type: 'text', name: 'comment', label: 'What is the main reason?', multiline: true },
        ],
        done: { text: 'Every answer is read by a person.' },
      },
    },
  ],
}
