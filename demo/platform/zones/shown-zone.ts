/** The campaign of a zone, for whom it is shown, and the data of the request. Nothing is recorded of a preview. */
export interface ShownZone {
  campaignId: string
  personId: string | undefined
  data: Record<string, unknown>
  isPreview: boolean
}
