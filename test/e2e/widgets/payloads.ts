const deep = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)

/** What an attacker, or an accident, may have put in the place of any value. */
export const PAYLOADS: Record<string, unknown> = {
  markup: '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>',
  script: 'javascript:window.pwned=1',
  data: 'data:text/html,<script>opener.pwned=1</script>',
  drawing: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="pwned=1"/>',
  prototype: JSON.parse('{"__proto__": {"pwned": 1}, "constructor": {"prototype": {"pwned": 1}}, "toString": 1}'),
  huge: 'W'.repeat(250_000),
  nested: deep(2000),
  bidi: '\u202e\u2066txet\u202d desrever',
  number: -1.5,
  list: [[[null]], { a: 1 }, '\ud800'],
}
