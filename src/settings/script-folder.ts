/** The folder of one release, at the end of a URL. */
const RELEASE_FOLDER = /\/rewards-\d+\.\d+\.\d+[^/]*\/$/

/**
 * The folder that contains `rewards.js` and the folders of all releases. A page may also load the script from the folder of a release,
 * `rewards-1.2.3/rewards.js`, to pin its version.
 */
export const scriptFolder = (scriptUrl: string): string => new URL('.', scriptUrl).href.replace(RELEASE_FOLDER, '/')
