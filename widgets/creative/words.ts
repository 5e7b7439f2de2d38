/** English. */
export const words = {
  creative_title: 'From our rewards program',
}
