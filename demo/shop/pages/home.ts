import { html } from 'hono/html'
import type { Page } from '../page.js'
import { productCard } from '../product-card.js'
import { products } from '../products.js'

export function homePage(): Page {
  return {
    title: 'Juniper · Home and garden',
    main: html`
<section class="hero">
<div class="hero-text">
<h1>Grow slowly.</h1>
<p class="lead">Pots, tools and a few good plants, for people who would rather be outside.</p>
<p class="actions"><a class="button" href="#collection">See the collection</a> <a class="button quiet" href="#share">Give 20, get 20</a></p>
</div>
<img src="/images/hero.svg" alt="A potting bench by an arched window: an olive tree, a watering can, herbs" width="1120" height="1040">
</section>

<section id="collection" aria-labelledby="collection-title">
<div class="section-head">
<h2 id="collection-title">The spring collection</h2>
<p>Six things, made to be mended.</p>
</div>
<ul class="grid">${products.map(productCard)}</ul>
</section>

<section class="together" id="share" aria-label="Give 20, get 20">
<rewards-zone name="share_experience"></rewards-zone>
</section>

<section class="notes" aria-labelledby="notes-title">
<h2 id="notes-title">From the potting shed</h2>
<div class="columns">
<article><h3>Water in the morning</h3><p>Leaves dry by noon, and the slugs find less to drink. In a heatwave, the pots by the south wall get a second helping at dusk.</p></article>
<article><h3>Feed in handfuls</h3><p>A handful of compost in April does more than a bottle of anything in July. Scratch it in, water it, walk away.</p></article>
<article><h3>Prune like you mean it</h3><p>Above a bud that looks outward, on a dry day, with a clean blade. It always feels like too much. It never is.</p></article>
</div>
</section>

<section class="invitation" aria-label="Share Juniper">
<rewards-zone name="home_hero" loading="lazy"></rewards-zone>
</section>`,
    end: html`<rewards-zone name="rewards_panel"></rewards-zone>`,
  }
}
