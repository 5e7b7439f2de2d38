/** An answer is one person's own, and its address may hold their token: no cache keeps it, and no browser guesses what it is. */
export function preventCaching(response: Response): Response {
  response.headers.set('Cache-Control', 'private, no-store')
  response.headers.set('X-Content-Type-Options', 'nosniff')
  return response
}
