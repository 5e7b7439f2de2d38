/** Keeps a response out of caches and stops content sniffing: it is personal, and its URL may contain a token. */
export function preventCaching(response: Response): Response {
  response.headers.set('Cache-Control', 'private, no-store')
  response.headers.set('X-Content-Type-Options', 'nosniff')
  return response
}
