import type { Copy } from './copy.js'

/** Español. */
export const copy: Copy = {
  headline: 'Regala 20 $, recibe 20 $',
  description:
    'Regala a un amigo 20 $ para su primer pedido de plantas, macetas o herramientas. Cuando compre, tú también recibes 20 $.',
  steps: [
    'Envía tu enlace a un amigo.',
    'Tu amigo ahorra 20 $ en su primer pedido.',
    'Recibes 20 $ para tu próximo pedido.',
  ],
  message: '20 $ de descuento en tu primer pedido en Juniper:',
  subject: 'Tus 20 $ para el jardín',
  opt_in: 'Quiero recibir consejos de jardinería y novedades de vez en cuando.',
  call: 'Regala 20 $, recibe 20 $: comparte Juniper',
  small: '20 $ para ti',
  welcome: 'Un regalo de un amigo',
  reward: '20 $ de descuento en tu primer pedido',
  rules: ['Válido para un primer pedido de 40 $ o más.', 'Uno por hogar.', 'No válido para tarjetas regalo.'],
  friend: 'Íñigo',
  goals: [
    ['Recomienda a tres amigos', 'Una maceta a elegir'],
    ['Compra en cada estación', '10 $ cada vez'],
  ],
  tiers: [
    ['Semilla', 'Semillas gratis en cada pedido'],
    ['Brote', 'Envío gratis'],
    ['Roble', 'Primero las plantas raras'],
  ],
  agreement: 'Acepto que se use mi actividad aquí para mejorar el programa.',
  form: {
    title: 'Únete al club del jardín',
    text: 'Una carta cada estación y la nueva colección antes que nadie.',
    first_name: 'Nombre',
    email: 'Correo electrónico',
    phone: 'Número de teléfono',
    birthday: 'Fecha de nacimiento',
    place: '¿Dónde cultivas?',
    places: ['En un jardín', 'En un balcón', 'En casa'],
    comment: '¿Sobre qué te gustaría leer?',
    hint: 'Bastan unas palabras.',
    recommend: '¿Qué probabilidad hay de que nos recomiendes?',
    unlikely: 'Nada probable',
    likely: 'Muy probable',
    promise: 'Nuestra promesa sobre tus datos',
    submit: 'Unirme al club',
    done: 'Te damos la bienvenida al club',
    done_text: 'Tu primera carta está en camino.',
  },
  panel: {
    title: 'Recompensas Juniper',
    items: [
      ['Ganar', 'Regala 20 $ y recibe 20 $'],
      ['Recompensas', 'Listas para usar'],
      ['Amigos', 'Quién ha seguido tu enlace'],
    ],
  },
  titles: { profile: 'Tu perfil', goals: 'Tus objetivos' },
}
