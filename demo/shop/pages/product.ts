import { html } from 'hono/html'
import { money } from '../money.js'
import type { Page } from '../page.js'
import type { Product } from '../products.js'

/** The page of a product. The `data` of its zone describes the product, for targeting and for the shared link. */
export function productPage(product: Product, shopOrigin: string): Page {
  const { slug, name, kind, price, summary, description, facts } = product
  return {
    title: `${name} · Juniper`,
    main: html`
<article class="product">
<img src="/images/${slug}.svg" alt="${name}" width="640" height="800">
<div>
<p class="kind">${kind}</p>
<h1>${name}</h1>
<p class="lead">${summary}</p>
<p class="price">${money(price)}</p>
<p>${description}</p>
<dl class="facts">${facts.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
<form action="/checkout"><button class="button" name="product" value="${slug}">Buy now</button></form>
</div>
</article>

<section class="together" aria-label="Share it">
<rewards-zone name="product" data="${JSON.stringify(zoneData(product, shopOrigin))}"></rewards-zone>
</section>`,
  }
}

const zoneData = ({ slug, name, summary }: Product, shopOrigin: string) => ({
  content: {
    title: name,
    description: summary,
    image_url: `${shopOrigin}/images/${slug}.svg`,
    url: `${shopOrigin}/products/${slug}`,
    partner_content_id: slug,
  },
})
