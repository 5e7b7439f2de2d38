/** Whether a text can be an email address. Refuses only what is certainly not one: the platform checks the rest. */
export const isEmail = (text: string): boolean => /^[^\s@,;<>]{1,64}@[^\s@,;<>.]+(\.[^\s@,;<>.]+)+$/.test(text)
