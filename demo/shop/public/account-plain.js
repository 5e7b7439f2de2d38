// The account page without widgets: calls the SDK and shows the results as text.
{
  const { dataset } = document.currentScript
  const { jwt } = dataset
  // Other scripts of the page must not read the JWT.
  delete dataset.jwt
  const page = document.getElementById('account')

  if (!window.rewards?.push) window.rewards = []
  window.rewards.push(async rewards => {
    try {
      await rewards.verify(jwt)
      const [profile, shareable, friends, earned] = await Promise.all([
        rewards.profile.get(),
        rewards.shareables.getOrCreate(),
        rewards.referrals.fromMe(),
        rewards.steps.list({ step_name: 'reward_earned' }),
      ])
      showLink(rewards, shareable)
      showRewards(earned)
      showList('friends', friends.map(nameOf), 'No referrals yet. Friends who use your link appear here.')
      showProfile(rewards, profile)
    } catch (error) {
      show('failed', `We couldn’t load your account (${error.code}). Reload the page.`)
    } finally {
      page.removeAttribute('aria-busy')
    }
  })

  function showLink(rewards, shareable) {
    show('link', shareable.link)
    page.querySelector('[data-do=copy]').addEventListener('click', async () => {
      const { outcome } = await rewards.share(shareable, 'copy')
      show('copied', outcome === 'failed' ? 'We couldn’t copy your link. Copy it yourself.' : 'Copied')
    })
  }

  function showRewards(earned) {
    const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: 0 })
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })
    show('earned', dollars.format(earned.reduce((sum, { value }) => sum + Number(value), 0)))
    showList(
      'rewards',
      earned.map(({ value, event_date }) => `${dollars.format(value)} on ${day.format(new Date(event_date))}`),
      'No rewards yet. You earn one when a friend makes their first purchase.',
    )
  }

  function showProfile(rewards, { first_name, last_name }) {
    const form = page.querySelector('[data-do=save]')
    form.elements.first_name.value = first_name ?? ''
    form.elements.last_name.value = last_name ?? ''
    form.addEventListener('submit', async event => {
      event.preventDefault()
      show('saved', '')
      try {
        await rewards.profile.update(Object.fromEntries(new FormData(form)))
        show('saved', 'Saved')
      } catch ({ code }) {
        show('saved', ERROR_TEXTS[code] ?? 'We couldn’t save your changes. Try again.')
        form.elements[FIELDS[code]]?.focus()
      }
    })
  }

  const ERROR_TEXTS = {
    invalid_length_first_name: 'The first name is empty or too long.',
    invalid_length_last_name: 'The last name is empty or too long.',
  }
  const FIELDS = { invalid_length_first_name: 'first_name', invalid_length_last_name: 'last_name' }

  const nameOf = ({ person }) => person.first_name ?? 'A friend'

  function show(name, text) {
    document.querySelector(`[data-show=${name}]`).textContent = text
  }

  function showList(name, lines, emptyText) {
    const items = (lines.length ? lines : [emptyText]).map(text =>
      Object.assign(document.createElement('li'), { textContent: text }),
    )
    page.querySelector(`[data-list=${name}]`).replaceChildren(...items)
  }
}
