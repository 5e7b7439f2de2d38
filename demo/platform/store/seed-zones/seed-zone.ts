/** A zone as its marketer edits it: `campaign/zone-source.ts` reads it. */
export interface SeedZone {
  creatives: object[]
}
