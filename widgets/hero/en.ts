export const en = {
  hero_play: 'Play video',
}
