import type { Copy } from './copy.js'

/** Français. */
export const copy: Copy = {
  headline: 'Offrez 20 $, recevez 20 $',
  description:
    'Offrez 20 $ à un ami sur sa première commande de plantes, de pots ou d’outils. S’il achète, vous recevez 20 $ aussi.',
  steps: [
    'Envoyez votre lien à un ami.',
    'Il économise 20 $ sur sa première commande.',
    'Vous recevez 20 $ pour votre prochaine commande.',
  ],
  message: '20 $ de réduction sur ta première commande chez Juniper\u00a0:',
  subject: 'Tes 20 $ pour le jardin',
  opt_in: 'Je souhaite recevoir des conseils de jardinage et des nouveautés de temps en temps.',
  call: 'Offrez 20 $, recevez 20 $\u00a0: partagez Juniper',
  small: '20 $ pour vous',
  welcome: 'Le cadeau d’un ami',
  reward: '20 $ de réduction sur votre première commande',
  rules: [
    'Valable pour une première commande de 40 $ ou plus.',
    'Une seule fois par foyer.',
    'Non valable pour les cartes cadeaux.',
  ],
  friend: 'Émilie',
  goals: [
    ['Parrainer trois amis', 'Un pot de votre choix'],
    ['Commander à chaque saison', '10 $ chaque fois'],
  ],
  tiers: [
    ['Graine', 'Des graines offertes à chaque commande'],
    ['Pousse', 'Livraison offerte'],
    ['Chêne', 'Plantes rares en avant-première'],
  ],
  agreement: 'J’accepte que mon activité ici serve à améliorer le programme.',
  form: {
    title: 'Rejoignez le club du jardin',
    text: 'Une lettre à chaque saison, et la nouvelle collection en avant-première.',
    first_name: 'Prénom',
    email: 'E-mail',
    phone: 'Numéro de téléphone',
    birthday: 'Date de naissance',
    place: 'Où jardinez-vous\u00a0?',
    places: ['Dans un jardin', 'Sur un balcon', 'À l’intérieur'],
    comment: 'Que souhaitez-vous lire\u00a0?',
    hint: 'Quelques mots suffisent.',
    recommend: 'Quelle est la probabilité que vous nous recommandiez\u00a0?',
    unlikely: 'Peu probable',
    likely: 'Très probable',
    promise: 'Notre engagement sur vos données',
    submit: 'Rejoindre le club',
    done: 'Bienvenue au club',
    done_text: 'Votre première lettre est en route.',
  },
  panel: {
    title: 'Récompenses Juniper',
    items: [
      ['Gagner', 'Offrez 20 $, recevez 20 $'],
      ['Récompenses', 'À utiliser quand vous voulez'],
      ['Amis', 'Qui a suivi votre lien'],
    ],
  },
  titles: { profile: 'Votre profil', goals: 'Vos objectifs' },
}
