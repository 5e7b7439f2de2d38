/** Builds the React app of the demo, unless that is newer than its sources. */
export function buildReactApp(): Promise<void>

/** Builds the page that checks native apps, unless that is newer than its sources. */
export function buildConformancePage(): Promise<void>

/** Builds the platform for Node, unless that is newer than its sources. */
export function buildPlatform(): Promise<void>
