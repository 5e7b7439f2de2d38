/** As wide as a shop's column, and as high as what covers the page needs it. */
export const WINDOW = { width: 720, height: 560 }
