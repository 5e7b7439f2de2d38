/** What the names in paths stand for. */
export const namesInPaths: Record<string, string> = {
  code: 'The code of a link.',
  event_name: 'The name of the event, or of the zone.',
  id: 'As the list of them tells it.',
  name: 'The name of a parameter: letters, digits, dot, dash and underscore.',
  person_id: 'The id the platform gave the person. That of one who was forwarded leads to whom they became.',
  polling_id: 'As the call that began it answered.',
  reward_id: 'The id the platform gave the reward.',
  token: 'The token itself.',
  zone_name: 'The name of the zone, as its marketer named it.',
}
