// Verifies the signed-in customer with the JWT of the shop, then loads the zone.
{
  const { dataset } = document.currentScript
  const { jwt } = dataset
  // Other scripts of the page must not read the JWT.
  delete dataset.jwt

  if (!window.rewards?.push) window.rewards = []
  window.rewards.push(async rewards => {
    // If this fails, the zone offers to verify the customer by email.
    await rewards.verify(jwt).catch(() => {})
    document.getElementById('account').setAttribute('name', 'my_account')
  })

  // After a customer has deleted the data in this browser, sign them out of the shop as well.
  document.addEventListener('rewards:action', ({ detail }) => {
    if (detail.action === 'erase') document.forms.namedItem('sign-out').submit()
  })
}
