/** A script for a page with zones. It runs before the script tag, in any browser. */
export const PROBE = `(${install})()`

function install() {
  /** What a widget is for. */
  const MAIN_ACTIONS = {
    cta: '[part=banner], [part~=main]',
    panel: '[part~=launcher] [part~=main]',
    profile: '[type=submit]',
    share: '[part=copy] [part~=button], [part=channels] > *',
    verify: '[part~=main], [part=copy] [part~=button]',
  }
  /** Read from every answer of the platform, and by promises and JSON. */
  const NOT_OF_CONTENT = ['http_status_code', 'code', 'message', 'parameters', 'unique_id', 'then', 'toJSON']
  const page = window as unknown as Record<string, unknown>
  const reports: { code: string; message: string }[] = []
  const failures: string[] = []
  const keys = new Map<string, Set<string>>()
  const settled = new Set<Element>()
  const runtime = new Promise<Runtime>(resolve => {
    page.rewards = [resolve]
  })
  runtime.then(rewards => rewards.addEventListener('error', ({ detail }) => reports.push(detail)))
  addEventListener('error', ({ message }) => {
    // No failure: the browser tells of the sizes at its next frame.
    if (!message.startsWith('ResizeObserver loop')) failures.push(message)
  })
  addEventListener('unhandledrejection', ({ reason }) => failures.push(String(reason)))
  for (const type of ['load', 'error'])
    document.addEventListener(
      type,
      ({ target }) => {
        if ((target as Element).localName === 'rewards-zone') settled.add(target as Element)
      },
      true,
    )

  interface Runtime {
    verify(jwt: string): Promise<unknown>
    addEventListener(type: 'error', listener: (event: CustomEvent<{ code: string; message: string }>) => void): void
  }

  // The runtime parses the content of zones: this notes which of its keys the widgets read.
  const { parse } = JSON
  JSON.parse = (text, reviver) => watch(parse(text, reviver))
  const watch = (value: unknown) =>
    value && typeof value === 'object' && 'widget' in value
      ? new Proxy(value, {
          get(content, key, receiver) {
            const read = keysOf(String(Reflect.get(content, 'widget')))
            if (typeof key === 'string' && !NOT_OF_CONTENT.includes(key)) read.add(key)
            return Reflect.get(content, key, receiver)
          },
        })
      : value
  page.readKeys = (widget: string) => [...keysOf(widget)]
  function keysOf(widget: string) {
    const read = keys.get(widget) ?? new Set()
    keys.set(widget, read)
    return read
  }

  const zones = () => [...document.querySelectorAll<HTMLElement>('body > rewards-zone')]

  page.addZones = async (names: string[], proof: string) => {
    const rewards = await runtime
    if (proof) await rewards.verify(proof)
    for (const name of names) document.body.append(Object.assign(document.createElement('rewards-zone'), { name }))
  }

  /** All elements of a zone, also in the shadow roots of the zones and items in it. */
  const within = (root: ParentNode): HTMLElement[] =>
    [...root.querySelectorAll<HTMLElement>('*')].flatMap(element => [
      element,
      ...(element.shadowRoot ? within(element.shadowRoot) : []),
    ])
  const elementsOf = (zone: Element) => [...within(zone.shadowRoot!), ...within(zone)]

  page.unsettled = () =>
    zones()
      .filter(zone => !settled.has(zone) || elementsOf(zone).some(element => element.matches('[aria-busy=true]')))
      .map(zone => zone.getAttribute('name'))

  page.findProblems = async () => {
    const problems: [zone: string | null, problem: string][] = []
    // One at a time: an overlay would cover the others.
    for (const zone of zones()) zone.style.display = 'none'
    for (const zone of zones()) {
      zone.style.display = ''
      for (const problem of await problemsOf(zone)) problems.push([zone.getAttribute('name'), problem])
      zone.style.display = 'none'
    }
    return [...problems, ...failures.map(failure => [null, failure] as const)]
  }

  async function problemsOf(zone: HTMLElement): Promise<string[]> {
    const name = zone.getAttribute('name')!
    const reported = () => reports.filter(({ message }) => message.includes(`${name}:`) || message.includes(`${name} `))
    const hasAny = () => elementsOf(zone).some(hasContent)
    // An overlay is drawn soon after its zone has loaded, and reports are loaded before they are made.
    if (!(await until(() => hasAny() || reported().length))) return ['shows nothing, and reports nothing']
    const failure = reported().find(({ code }) => code === 'internal_error')
    if (failure) return [failure.message]
    if (!hasAny()) return []
    const elements = elementsOf(zone)
    const [main] = Object.entries(MAIN_ACTIONS).flatMap(([widget, selector]) =>
      name.startsWith(widget) ? selector : [],
    )
    const action = elements.find(element => main && element.matches(main))
    return [
      ...(main && !action && !(await until(() => reported().length)) ? ['has no action, and reports nothing'] : []),
      ...(zone.scrollWidth > zone.clientWidth ? ['is wider than its place'] : []),
      ...controlProblems(elements),
      ...(action && /^(cta|panel)/.test(name) ? await dialogProblems(zone, action) : []),
    ]
  }

  const controlProblems = (elements: HTMLElement[]) =>
    elements.filter(isControl).flatMap(control => {
      control.scrollIntoView({ block: 'center' })
      // In Firefox, that does not scroll the window in the task in which the zone became visible.
      const { top, height } = control.getBoundingClientRect()
      scrollTo(0, scrollY + top + height / 2 - innerHeight / 2)
      const name = nameOf(control)
      const what = `${control.localName} "${name.slice(0, 30)}"`
      return [
        ...(name ? [] : [`${what} has no name`]),
        ...(isHit(control) ? [] : [`${what} cannot be pressed`]),
        ...(fits(control) ? [] : [`${what} is wider than the window`]),
      ]
    })

  /** Opens and closes the dialog of a cta or a panel. */
  async function dialogProblems(zone: HTMLElement, opener: HTMLElement) {
    opener.click()
    const dialog = await until(() => zone.shadowRoot!.querySelector<HTMLDialogElement>('dialog[open]'))
    const close = dialog?.querySelector<HTMLElement>('[part=close]')
    if (!close) return ['opens no dialog']
    if (!isHit(close)) return ['the close button of the dialog cannot be pressed']
    close.click()
    return (await until(() => !dialog!.open)) ? [] : ['the dialog stays open']
  }

  async function until<Value>(read: () => Value): Promise<Value> {
    const end = performance.now() + 20_000
    for (;;) {
      const value = read()
      if (value || performance.now() > end) return value
      await new Promise(resolve => setTimeout(resolve, 10))
    }
  }

  /** Whether a person sees text, a picture or a frame. */
  const hasContent = (element: HTMLElement) => {
    const { width, height } = element.getBoundingClientRect()
    const hasText = [...element.childNodes].some(
      ({ nodeType, data }: Node & { data?: string }) => nodeType === 3 && data?.trim(),
    )
    return width > 1 && height > 1 && (hasText || element.matches('img, iframe, input'))
  }

  const isControl = (element: HTMLElement) =>
    element.matches('button, a[href], input, textarea, select, summary') &&
    !element.closest('[hidden], details:not([open]) > :not(summary), dialog:not([open])') &&
    getComputedStyle(element).display !== 'none'

  const nameOf = (control: HTMLElement) =>
    [
      control.getAttribute('aria-label'),
      control.textContent,
      (control as HTMLInputElement).labels?.[0]?.textContent,
      control.getAttribute('title'),
    ]
      .map(text => text?.trim())
      .find(Boolean) ?? ''

  /** Whether a click on the middle of the element is a click on it. */
  function isHit(element: HTMLElement) {
    const { left, top, width, height } = element.getBoundingClientRect()
    const at = [left + width / 2, top + height / 2] as const
    let hit = document.elementFromPoint(...at)
    for (;;) {
      const inner: Element | null | undefined = hit?.shadowRoot?.elementFromPoint(...at)
      if (!inner || inner === hit) break
      hit = inner
    }
    return width > 4 && height > 4 && (element.closest('label') ?? element).contains(hit)
  }

  const fits = (element: HTMLElement) => {
    const { left, right } = element.getBoundingClientRect()
    return left >= 0 && right <= (element.closest('[popover]') ? innerWidth : document.body.clientWidth)
  }
}
