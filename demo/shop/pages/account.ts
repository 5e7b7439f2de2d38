import { html } from 'hono/html'
import type { Customer } from '../account/customers.js'
import type { Html, Page } from '../page.js'

/** The account page: one zone. The script sets the name of the zone after it has verified the customer. */
export function accountPage({ first_name }: Customer, jwt: string): Page {
  return {
    title: 'Your account · Juniper',
    scriptFile: { src: '/account.js', data: { jwt } },
    main: html`
${accountHead(`Hello, ${first_name}`, html`<a href="/account/plain">View without widgets</a>`)}
<section class="account" aria-label="Give 20, get 20">
<rewards-zone id="account"></rewards-zone>
</section>`,
  }
}

/** The heading of each account page, with a link to the other variant of the page. */
export const accountHead = (title: string, link: Html): Html => html`<div class="account-head">
<h1>${title}</h1>
<nav aria-label="Account">
${link}
<form name="sign-out" method="post" action="/account/sign-out"><button class="link">Sign out</button></form>
</nav>
</div>`

/**
 * Logs the customer out of the rewards program as well, because somebody else may use the browser next. A link on another site to
 * this page does not log out.
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
