export interface Product {
  slug: string
  name: string
  kind: string
  /** In US dollars. */
  price: number
  /** One line below the name. */
  summary: string
  description: string
  /** Material, size and so on. */
  facts: [label: string, value: string][]
}

/** The products of the shop. The picture of each one is `/images/<slug>.svg`. */
export const products: Product[] = [
  {
    slug: 'terra-planter',
    name: 'Terra planter',
    kind: 'Pots & planters',
    price: 48,
    summary: 'Hand-thrown terracotta with a saucer of its own',
    description:
      'Thrown on the wheel, dried for a week and fired once, so that the clay still breathes. Roots stay cool in July, and the saucer keeps the table dry.',
    facts: [
      ['Material', 'Unglazed terracotta'],
      ['Size', '24 cm across, 22 cm high'],
      ['Outdoors', 'Down to −5 °C'],
    ],
  },
  {
    slug: 'heron-can',
    name: 'Heron watering can',
    kind: 'Garden tools',
    price: 64,
    summary: 'A long neck that reaches the back of the shelf',
    description:
      'Two litres in powder-coated steel, balanced so that the last drop pours as easily as the first. The brass rose unscrews for seedlings.',
    facts: [
      ['Material', 'Steel, brass'],
      ['Holds', '2 litres'],
      ['Weight', '780 g empty'],
    ],
  },
  {
    slug: 'linen-apron',
    name: 'Linen apron',
    kind: 'Workwear',
    price: 72,
    summary: 'Cross-back, deep pockets, softer every season',
    description:
      'Stone-washed European linen with nothing to tie behind your back. Two pockets are deep enough for secateurs, one is just right for seed packets.',
    facts: [
      ['Material', 'Linen, 320 g/m²'],
      ['Size', 'One, adjusts from S to XL'],
      ['Care', 'Machine wash at 40 °C'],
    ],
  },
  {
    slug: 'olive-tree',
    name: 'Olive tree',
    kind: 'Plants',
    price: 89,
    summary: 'Four years old, and in no hurry',
    description:
      'Grown slowly on a hillside, pruned by hand. It asks for sun, a little water on Sundays, and a mild winter by the window.',
    facts: [
      ['Height', '80 to 95 cm'],
      ['Pot', '21 cm nursery pot'],
      ['Light', 'Full sun'],
    ],
  },
  {
    slug: 'beeswax-candle',
    name: 'Beeswax candles',
    kind: 'Home',
    price: 26,
    summary: 'A pair that burns clear through a long dinner',
    description:
      'Poured from the wax of one valley, with a cotton wick and nothing else. They smell faintly of honey and leave no soot.',
    facts: [
      ['Material', 'Beeswax, cotton'],
      ['Size', '26 cm, a pair'],
      ['Burns', 'About 9 hours each'],
    ],
  },
  {
    slug: 'ash-stool',
    name: 'Ash stool',
    kind: 'Home',
    price: 138,
    summary: 'For the potting bench, or the end of the bath',
    description:
      'Solid ash, three legs, no screws. It stands level on floors that are not, and it will outlive the rug.',
    facts: [
      ['Material', 'Ash, oiled'],
      ['Size', '45 cm high, 32 cm across'],
      ['Carries', '120 kg'],
    ],
  },
]

export const findProduct = (slug: string | undefined) => products.find(product => product.slug === slug)
