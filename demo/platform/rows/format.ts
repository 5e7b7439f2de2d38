/** The formats of files that have rows. */
export const formats = ['CSV', 'PSV', 'JSON', 'JSONL', 'XLSX'] as const

export type Format = (typeof formats)[number]
