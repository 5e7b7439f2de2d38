/** Whether an error is one of the disk: the file itself may be in order, so it can be read later. */
export const isOfDisk = (error: unknown): boolean => Object(error).syscall !== undefined
