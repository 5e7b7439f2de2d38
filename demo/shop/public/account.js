// The customer is signed in to the shop. Their proof makes the program know them, too; then the zone is theirs.
{
  const { dataset } = document.currentScript
  const { proof } = dataset
  // It is for the program alone.
  delete dataset.proof

  if (!window.rewards?.push) window.rewards = []
  window.rewards.push(async rewards => {
    // Whom the program does not believe it asks to prove it by mail, in the zone.
    await rewards.verify(proof).catch(() => {})
    document.getElementById('account').setAttribute('name', 'my_account')
  })

  // Who has everything erased that this browser keeps is done here as well.
  document.addEventListener('rewards:action', ({ detail }) => {
    if (detail.action === 'erase') document.forms.namedItem('sign-out').submit()
  })
}
