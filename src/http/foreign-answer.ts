/**
 * Says what a developer can do about an answer that is not from the platform: the option `domain` is wrong, or a proxy has answered.
 */
export function describeForeignAnswer({ url, status }: { url: string; status: number }): string {
  const advice = /200|404|405|421/.test(`${status}`)
    ? 'Check the option `domain` (`data-domain` of the script tag), and that a reverse proxy forwards this path'
    : 'A proxy or a firewall may have answered in its place'
  return `${url} answered ${status}, and the answer is not from the platform. ${advice}.`
}
