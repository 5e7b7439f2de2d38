export const en = {
  creative_title: 'Message from our rewards program',
}
