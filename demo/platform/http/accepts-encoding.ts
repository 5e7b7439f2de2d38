/** Whether a client accepts a content coding, such as `br`, by its header `Accept-Encoding` (RFC 9110, 12.5.3). */
export function acceptsEncoding(header: string | undefined, coding: string): boolean {
  const entries = (header ?? '')
    .toLowerCase()
    .split(',')
    .map(entry => entry.split(';').map(part => part.trim()))
  const entry = entries.find(([name]) => name === coding) ?? entries.find(([name]) => name === '*')
  if (!entry) return false
  const weight = entry.slice(1).find(part => part.startsWith('q='))
  return weight === undefined || Number(weight.slice(2)) > 0
}
