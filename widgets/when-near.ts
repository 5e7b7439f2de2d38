/** Resolves when `element` is in the viewport or about to be; what `loading="lazy"` waits for. */
export const whenNear = (element: Element): Promise<void> =>
  new Promise(resolve => {
    const observer = new IntersectionObserver(
      entries => {
        if (!entries.some(entry => entry.isIntersecting)) return
        observer.disconnect()
        resolve()
      },
      { rootMargin: '200px' },
    )
    observer.observe(element)
  })
