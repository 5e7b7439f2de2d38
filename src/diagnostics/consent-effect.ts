/** What a misspelt `consent` changes beside being ignored: it may be a refusal. */
export const CONSENT_EFFECT = ' Until it is corrected, nothing is stored, and no cookie is sent'
