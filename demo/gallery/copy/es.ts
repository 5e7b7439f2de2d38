import type { Copy } from './copy.js'

/** Español. */
export const copy: Copy = {
  headline: 'Regala 20 $, recibe 20 $',
  description:
    'Regala a un amigo 20 $ para su primer pedido de plantas, macetas o herramientas. Cuando compre, tú también recibes 20 $.',
  steps: ['Envía tu enlace a un amigo.', 'Su primer pedido le cuesta 20 $ menos.', 'Recibes 20 $ para el próximo.'],
  message: '20 $ de descuento en tu primer pedido en Juniper:',
  subject: 'Tus 20 $ para el jardín',
  opt_in: 'Escribidme de vez en cuando: qué sembrar, qué podar, qué hay de nuevo.',
  call: 'Regala 20 $, recibe 20 $: comparte Juniper',
  small: '20 $ para ti',
  welcome: 'Un regalo de un amigo',
  reward: '20 $ de descuento en tu primer pedido',
  rules: ['Para un primer pedido de 40 $ o más.', 'Uno por hogar.', 'No vale para tarjetas regalo.'],
  friend: 'Íñigo',
  goals: [
    ['Trae a tres amigos', 'Una maceta a elegir'],
    ['Compra en cada estación', '10 $ cada vez'],
  ],
  agreement: 'Usen lo que hago aquí para mejorar el programa.',
  titles: { profile: 'Tu perfil', goals: 'Tus metas' },
}
