import branch from 'branch-sdk'

branch.init('key_live_bench', {}, () => {
  const headline = Object.assign(document.createElement('h2'), { textContent: 'Give 20, get 20' })
  document.getElementById('place').append(headline)
})
