import type { SeedZone } from './seed-zone.js'

/** An HTML creative with its own styles and script. */
export const footer: SeedZone = {
  creatives: [
    {
      type: 'html',
      content: [
        '<style>',
        '  body { margin: 0; padding: 24px; background: #245443; color: #fff; font: 18px/1.5 Georgia, serif; text-align: center }',
        '  a { color: #fff }',
        '  small { display: block; opacity: .8 }',
        '</style>',
        '<p>Give $20, get $20. <a href="https://brand.example/refer" target="_blank">Share Juniper</a></p>',
        '<small id="season">A garden for every season.</small>',
        '<script>',
        "  const month = new Date().toLocaleString('en', { month: 'long' })",
        "  document.querySelector('#season').textContent = 'A garden for ' + month",
        '</script>',
      ],
    },
  ],
}

/** A script creative. The SDK does not run scripts; a page must do so itself. */
export const script: SeedZone = {
  creatives: [{ type: 'javascript', content: "document.title = 'Give 20, get 20'" }],
}

export const terms: SeedZone = {
  creatives: [
    {
      when: { locale: 'fr' },
      type: 'text',
      content: 'Une récompense pour chaque ami qui achète pour la première fois. Les récompenses n’expirent pas.',
    },
    {
      type: 'text',
      content: 'One reward for each friend who makes a first purchase. Rewards do not expire.',
    },
  ],
}
