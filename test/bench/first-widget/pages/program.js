/** The origin that answers for every product's platform, beside the page's own. */
export const program = `http://program.${location.host.replace(/^[^.]+\./, '')}`
