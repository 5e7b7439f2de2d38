/** The source of a zone, in the format of `campaign/zone-source.ts`. */
export interface SeedZone {
  creatives: object[]
}
