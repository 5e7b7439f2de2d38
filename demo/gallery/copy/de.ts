import type { Copy } from './copy.js'

/** Deutsch. */
export const copy: Copy = {
  headline: '20 $ schenken, 20 $ bekommen',
  description:
    'Schenke einem Freund 20 $ für die erste Bestellung von Pflanzen, Töpfen oder Gartenwerkzeug. Kauft er ein, bekommst du ebenfalls 20 $.',
  steps: [
    'Sende deinen Link an einen Freund.',
    'Er spart 20 $ bei der ersten Bestellung.',
    'Du bekommst 20 $ für deine nächste Bestellung.',
  ],
  message: '20 $ Rabatt auf deine erste Bestellung bei Juniper:',
  subject: 'Deine 20 $ für den Garten',
  opt_in: 'Sendet mir gelegentlich Gartentipps und Neuigkeiten.',
  call: '20 $ schenken, 20 $ bekommen: Empfiehl Juniper weiter',
  small: '20 $ für dich',
  welcome: 'Ein Geschenk unter Freunden',
  reward: '20 $ auf deine erste Bestellung',
  rules: ['Gilt für die erste Bestellung ab 40 $.', 'Einmal pro Haushalt.', 'Gilt nicht für Geschenkgutscheine.'],
  friend: 'Jürgen',
  goals: [
    ['Drei Freunde werben', 'Ein Pflanzgefäß nach Wahl'],
    ['In jeder Jahreszeit bestellen', 'Jedes Mal 10 $'],
  ],
  tiers: [
    ['Setzling', 'Gratis Samen zu jeder Bestellung'],
    ['Spross', 'Kostenloser Versand'],
    ['Eiche', 'Seltene Pflanzen zuerst'],
  ],
  agreement: 'Meine Aktivitäten hier dürfen genutzt werden, um das Programm zu verbessern.',
  form: {
    title: 'Komm in den Gartenclub',
    text: 'Zu jeder Jahreszeit ein Brief, und die neue Kollektion zuerst.',
    first_name: 'Vorname',
    email: 'E-Mail',
    phone: 'Telefonnummer',
    birthday: 'Geburtstag',
    place: 'Wo gärtnerst du?',
    places: ['Im Garten', 'Auf dem Balkon', 'In der Wohnung'],
    comment: 'Worüber möchtest du lesen?',
    hint: 'Ein paar Worte genügen.',
    recommend: 'Wie wahrscheinlich ist es, dass du uns weiterempfiehlst?',
    unlikely: 'Unwahrscheinlich',
    likely: 'Sehr wahrscheinlich',
    promise: 'Unser Versprechen zu deinen Daten',
    submit: 'Beitreten',
    done: 'Willkommen im Club',
    done_text: 'Dein erster Brief ist unterwegs.',
  },
  panel: {
    title: 'Juniper-Prämien',
    items: [
      ['Verdienen', '20 $ geben, 20 $ bekommen'],
      ['Prämien', 'Bereit zum Einlösen'],
      ['Freunde', 'Wer deinem Link gefolgt ist'],
    ],
  },
  titles: { profile: 'Dein Profil', goals: 'Deine Ziele' },
}
