/** Descriptions of the parameters in paths. */
export const namesInPaths: Record<string, string> = {
  batch_job_id: 'The platform’s id of the batch job.',
  campaign_id: 'The id of the campaign.',
  code: 'The code of the share link.',
  event_name: 'The name of the event or zone.',
  file_id: 'The platform’s id of the file.',
  id: 'The id from the list call.',
  journey_id: 'The platform’s id of the journey.',
  name: 'The name of the parameter: letters, digits, dots, dashes and underscores.',
  person_id: 'The platform’s id of the person. The id of a forwarded person leads to the person they were merged into.',
  polling_id: 'The polling id from the call that sent the email.',
  reward_id: 'The platform’s id of the reward.',
  share_id: 'The platform’s id of the share.',
  sftp_server_id: 'The platform’s id of the SFTP server.',
  token: 'The value of the token.',
  version: 'The number of the version.',
  zone_name: 'The name of the zone.',
}
