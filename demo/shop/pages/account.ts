import { html } from 'hono/html'
import type { Customer } from '../account/customers.js'
import type { Html, Page } from '../page.js'

/** A customer's account: all of it one zone, which gets its name once the program knows them. */
export function accountPage({ first_name }: Customer, proof: string): Page {
  return {
    title: 'Your account · Juniper',
    scriptFile: { src: '/account.js', data: { proof } },
    main: html`
${accountHead(`Hello, ${first_name}`, html`<a href="/account/plain">View without widgets</a>`)}
<section class="account" aria-label="Give 20, get 20">
<rewards-zone id="account"></rewards-zone>
</section>`,
  }
}

/** What stands above each of a customer's pages. */
export const accountHead = (title: string, way: Html): Html => html`<div class="account-head">
<h1>${title}</h1>
<nav aria-label="Account">
${way}
<form name="sign-out" method="post" action="/account/sign-out"><button class="link">Sign out</button></form>
</nav>
</div>`

/**
 * Who has left the shop has left its program, too: the next at this browser may be somebody else. Another site's link to here
 * makes nobody leave.
 */
export const signedOutPage = (): Page => ({
  title: 'Signed out · Juniper',
  script: `window.rewards?.push || (window.rewards = [])
if (document.referrer && new URL(document.referrer).origin === location.origin) rewards.push(['logout'])`,
  main: html`
<div class="narrow">
<h1>See you soon.</h1>
<p class="lead">You are signed out. <a href="/account">Sign in again</a></p>
</div>`,
})
