/** English. */
export const words = {
  creative_title: 'Message from our rewards program',
}
