import { html } from 'hono/html'
import type { Customer } from '../account/customers.js'
import type { Page } from '../page.js'
import { accountHead } from './account.js'

/** The account page without widgets: the script of the shop calls the SDK and fills in the page. */
export function accountPlainPage({ first_name }: Customer, jwt: string): Page {
  return {
    title: 'Your account, without widgets · Juniper',
    scriptFile: { src: '/account-plain.js', data: { jwt } },
    main: html`
${accountHead(`Hello, ${first_name}`, html`<a href="/account">View with widgets</a>`)}
<div class="account columns" id="account" aria-busy="true">
<article>
<h2>Your link</h2>
<p>$20 for a friend’s first order, and $20 for you when they buy.</p>
<p class="copy"><output data-show="link">…</output> <button class="button" data-do="copy">Copy</button></p>
<p class="hint" role="status" data-show="copied"></p>
</article>
<article>
<h2>Your rewards</h2>
<p class="big"><span data-show="earned">…</span></p>
<ul class="lines" data-list="rewards"></ul>
</article>
<article>
<h2>Your friends</h2>
<ul class="lines" data-list="friends"></ul>
</article>
<article>
<h2>Your profile</h2>
<form class="form" data-do="save">
<label for="first_name">First name</label>
<input id="first_name" name="first_name" autocomplete="given-name" aria-describedby="saved">
<label for="last_name">Last name</label>
<input id="last_name" name="last_name" autocomplete="family-name" aria-describedby="saved">
<button class="button">Save</button>
<p class="hint" id="saved" role="status" data-show="saved"></p>
</form>
</article>
</div>
<p class="account hint" role="alert" data-show="failed"></p>`,
  }
}
