// Paths for `Icon` that show the status of a reward.
export const CLOCK = 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 8v4l3 2'
export const CROSS = 'm7 7 10 10m0-10L7 17'
export const EXCLAMATION_MARK = 'M12 5v9m0 3v1.500'
