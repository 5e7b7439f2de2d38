import { html } from 'hono/html'
import { PASSWORD } from '../account/customers.js'
import type { Page } from '../page.js'

/** The sign-in page. `refused`: the email address of a failed attempt. */
export function accountSignInPage(refused?: string): Page {
  const failed = refused !== undefined
  return {
    title: 'Sign in · Juniper',
    main: html`
<div class="narrow">
<h1>Sign in</h1>
<form class="form" method="post" action="/account/sign-in">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${refused ?? 'ada@example.com'}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required aria-describedby="password-hint${failed ? ' wrong' : ''}"${failed ? html` aria-invalid="true" autofocus` : ''}>
${failed ? html`<p class="wrong" id="wrong" role="alert">The email or password is incorrect.</p>` : ''}
<p class="hint" id="password-hint">This demo has two customers, ada@example.com and grace@example.com. Both use the password <code>${PASSWORD}</code>.</p>
<button class="button">Sign in</button>
</form>
</div>`,
  }
}
