import type { SeedZone } from './seed-zone.js'

export const share = {
  widget: 'share',
  headline: 'Give 20, get 20',
  description: 'Send a friend $20 off their first order of plants, pots or tools. When they buy, you get $20 too.',
  how_it_works: [
    'Share your link with a friend.',
    'They take $20 off their first order.',
    'You get $20 for your next one.',
  ],
  channels: ['copy', 'native', 'email', 'sms', 'whatsapp', 'qr'],
  messages: {
    default: 'Here is $20 off your first order at Juniper:',
    email: {
      subject: 'Your $20 for the garden',
      message: 'I get my plants at Juniper. With this link your first order is $20 off:',
    },
    sms: '$20 off your first order at Juniper:',
  },
  // The share link of the consumer. The platform fills it in.
  shareable: '{{shareable}}',
  // What messengers show for the link.
  card: '{{link_card}}',
}

const shareInFrench = {
  ...share,
  headline: 'Offrez 20 $, recevez 20 $',
  description:
    'Offrez 20 $ à un ami sur sa première commande de plantes, de pots ou d’outils. S’il achète, vous recevez 20 $ aussi.',
  how_it_works: [
    'Envoyez votre lien à un ami.',
    'Sa première commande coûte 20 $ de moins.',
    'Vous recevez 20 $ pour la prochaine.',
  ],
  messages: {
    default: 'Voici 20 $ pour ta première commande chez Juniper :',
    email: {
      subject: '20 $ pour ton jardin',
      message: 'J’achète mes plantes chez Juniper. Avec ce lien, ta première commande coûte 20 $ de moins :',
    },
    sms: '20 $ de moins sur ta première commande chez Juniper :',
  },
}

/** Share widgets for two labels, for French, and for everybody else. */
export const shareExperience: SeedZone = {
  creatives: [
    {
      when: { labels: 'garden-club' },
      content: {
        ...share,
        headline: 'From one gardener to another',
        description:
          'Members of the garden club give a friend $20 off their first order, and get $20 for their next one.',
        how_it_works: [],
      },
    },
    { when: { locale: 'fr' }, content: shareInFrench },
    { content: share },
  ],
}

export const confirmation: SeedZone = {
  creatives: [
    {
      content: {
        ...share,
        headline: 'Thank you. Now share the joy',
        description: 'Your order is on its way. Give a friend $20 off theirs, and get $20 for your next one.',
      },
    },
  ],
}

export const product: SeedZone = {
  creatives: [
    {
      content: {
        ...share,
        headline: 'Know someone who would love this?',
        description: 'Give them $20 off their first order, and get $20 when they buy.',
        channels: ['copy', 'native', 'email'],
        how_it_works: [],
      },
    },
  ],
}
