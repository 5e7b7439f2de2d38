export const en = {
  profile_requests: 'Your data in the rewards program',
  profile_download: 'Download my data',
  profile_download_busy: 'Preparing your data…',
  profile_download_done: 'Your data was downloaded as a file.',
  profile_download_shared: 'Your data was handed over as a file.',
  profile_download_copied: 'Your data was copied. Paste it into a note or an email to keep it.',
  profile_download_partial: 'A part of your data couldn’t be read. Your copy says which.',
  profile_download_failed: 'We couldn’t get your data. Try again.',
  profile_deletion: 'Request deletion',
  profile_deletion_sure:
    'We’ll be asked to delete everything the rewards program knows about you, including your rewards. Deleted data can’t be restored.',
  profile_deletion_yes: 'Send request',
  profile_deletion_busy: 'Sending…',
  profile_deletion_sent: 'Your request was sent. Nothing has been deleted yet.',
  profile_deletion_waits: 'Your request will be sent as soon as possible.',
  profile_deletion_failed: 'We couldn’t send your request. Try again.',
}
