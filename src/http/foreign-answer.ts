/** Says what a developer can do about an answer that is not from the platform: the option `domain` is wrong, or a proxy has answered. */
export const describeForeignAnswer = ({ url, status }: { url: string; status: number }): string =>
  `${url} answered ${status}, but not like the platform. Check the options \`domain\` and \`vendor\`, and proxies`
