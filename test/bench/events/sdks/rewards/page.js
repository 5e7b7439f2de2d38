/** Starts the SDK. Answers what tracks one event. */
export async function open(programDomain) {
  await new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: `${programDomain}/rewards.js` })
    script.onload = resolve
    script.onerror = reject
    document.head.append(script)
  })
  return (name, data) => window.rewards.track(name, data)
}
