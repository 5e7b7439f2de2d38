/** The folder of the modules of this build of the script tag. The build replaces this name: the folder is named after the content of its files. */
export const BUILD = 'rewards-chunks'
