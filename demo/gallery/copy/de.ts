import type { Copy } from './copy.js'

/** Deutsch. */
export const copy: Copy = {
  headline: '20 $ schenken, 20 $ bekommen',
  description:
    'Schenken Sie einem Freund 20 $ auf die erste Bestellung von Pflanzen, Töpfen oder Gartenwerkzeug. Kauft er ein, bekommen Sie ebenfalls 20 $.',
  steps: [
    'Schicken Sie einem Freund Ihren Link.',
    'Die erste Bestellung kostet ihn 20 $ weniger.',
    'Sie bekommen 20 $ für Ihre nächste.',
  ],
  message: '20 $ weniger auf deine erste Bestellung bei Juniper:',
  subject: 'Deine 20 $ für den Garten',
  opt_in: 'Schreiben Sie mir ab und zu: was zu säen, was zu schneiden, was neu ist.',
  call: '20 $ schenken, 20 $ bekommen: Empfehlen Sie Juniper weiter',
  small: '20 $ für Sie',
  welcome: 'Ein Geschenk unter Freunden',
  reward: '20 $ auf Ihre erste Bestellung',
  rules: ['Für Ihre erste Bestellung ab 40 $.', 'Einmal je Haushalt.', 'Nicht für Geschenkgutscheine.'],
  friend: 'Jürgen',
  goals: [
    ['Drei Freunde bringen', 'Ein Pflanzgefäß nach Wahl'],
    ['In jeder Jahreszeit bestellen', 'Jedes Mal 10 $'],
  ],
  agreement: 'Nutzen Sie, was ich hier tue, um das Programm zu verbessern.',
  titles: { profile: 'Ihr Profil', goals: 'Ihre Ziele' },
}
