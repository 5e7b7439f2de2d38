import type { ShareContent } from './share-content.js'

/** The message for all channels. The marketer may have written one for each channel only: then the first of them. */
export const messageToEdit = ({ channels, messages }: Pick<ShareContent, 'channels' | 'messages'>): string =>
  ['default', ...channels].map(channel => messages(channel).message).find(Boolean) ?? ''
