import type { Copy } from './copy.js'

/** Português do Brasil. */
export const copy: Copy = {
  headline: 'Dê US$ 20, ganhe US$ 20',
  description:
    'Dê a um amigo US$ 20 no primeiro pedido de plantas, vasos ou ferramentas. Quando ele comprar, você também ganha US$ 20.',
  steps: [
    'Envie seu link a um amigo.',
    'Seu amigo economiza US$ 20 no primeiro pedido.',
    'Você ganha US$ 20 para o próximo pedido.',
  ],
  message: 'US$ 20 de desconto no seu primeiro pedido na Juniper:',
  subject: 'Seus US$ 20 para o jardim',
  opt_in: 'Quero receber dicas de jardinagem e novidades de vez em quando.',
  call: 'Dê US$ 20, ganhe US$ 20: indique a Juniper',
  small: 'US$ 20 para você',
  welcome: 'Um presente de um amigo',
  reward: 'US$ 20 de desconto no seu primeiro pedido',
  rules: [
    'Válido para o primeiro pedido a partir de US$ 40.',
    'Um por residência.',
    'Não é válido para cartões-presente.',
  ],
  friend: 'João',
  goals: [
    ['Indique três amigos', 'Um vaso à sua escolha'],
    ['Compre em cada estação', 'US$ 10 a cada vez'],
  ],
  tiers: [
    ['Semente', 'Sementes grátis a cada pedido'],
    ['Broto', 'Frete grátis'],
    ['Carvalho', 'Prioridade em plantas raras'],
  ],
  agreement: 'Aceito que minha atividade aqui seja usada para melhorar o programa.',
  form: {
    title: 'Entre no clube do jardim',
    text: 'Uma carta a cada estação e a nova coleção antes de todos.',
    first_name: 'Nome',
    email: 'E-mail',
    phone: 'Telefone',
    birthday: 'Data de nascimento',
    place: 'Onde você cultiva?',
    places: ['No jardim', 'Na varanda', 'Dentro de casa'],
    comment: 'Sobre o que você gostaria de ler?',
    hint: 'Algumas palavras bastam.',
    recommend: 'Qual a chance de você nos recomendar?',
    unlikely: 'Pouco provável',
    likely: 'Muito provável',
    promise: 'Nossa promessa sobre seus dados',
    submit: 'Entrar no clube',
    done: 'Que bom ter você no clube',
    done_text: 'Sua primeira carta está a caminho.',
  },
  panel: {
    title: 'Recompensas Juniper',
    items: [
      ['Ganhar', 'Dê US$ 20, receba US$ 20'],
      ['Recompensas', 'Prontas para usar'],
      ['Amigos', 'Quem usou o seu link'],
    ],
  },
  titles: { profile: 'Seu perfil', goals: 'Suas metas' },
}
