import type { Copy } from './copy.js'

/** Français. */
export const copy: Copy = {
  headline: 'Offrez 20 $, recevez 20 $',
  description:
    'Offrez 20 $ à un ami sur sa première commande de plantes, de pots ou d’outils. S’il achète, vous recevez 20 $ aussi.',
  steps: [
    'Envoyez votre lien à un ami.',
    'Sa première commande coûte 20 $ de moins.',
    'Vous recevez 20 $ pour la prochaine.',
  ],
  message: '20 $ de moins sur ta première commande chez Juniper :',
  subject: 'Tes 20 $ pour le jardin',
  opt_in: 'Écrivez-moi de temps en temps : que semer, que tailler, quoi de neuf.',
  call: 'Offrez 20 $, recevez 20 $ : partagez Juniper',
  small: '20 $ pour vous',
  welcome: 'Le cadeau d’un ami',
  reward: '20 $ de réduction sur votre première commande',
  rules: ['Pour une première commande de 40 $ ou plus.', 'Une fois par foyer.', 'Pas pour les cartes cadeaux.'],
  friend: 'Émilie',
  goals: [
    ['Amener trois amis', 'Un pot de votre choix'],
    ['Commander à chaque saison', '10 $ chaque fois'],
  ],
  agreement: 'Utilisez ce que je fais ici pour améliorer le programme.',
  titles: { profile: 'Votre profil', goals: 'Vos objectifs' },
}
