import { expect, test } from 'vitest'
import { parseRecipients } from '../../../widgets/share/email/recipients.js'

test.each([
  ['a@x.example', ['a@x.example']],
  ['a@x.example,b@x.example;c@x.example d@x.example\ne@x.example', 'abcde'.split('').map(name => `${name}@x.example`)],
  ['Ada Lovelace <ada@x.example>, Bob <bob@x.example>', ['ada@x.example', 'bob@x.example']],
  ['אני@דוגמה.קום、b@x.example،c@x.example', ['אני@דוגמה.קום', 'b@x.example', 'c@x.example']],
  ['a@x.example a@x.example', ['a@x.example']],
  ['  ', []],
])('the addresses in "%s" are found', (text, addresses) => {
  expect(parseRecipients(text)).toEqual({ addresses, invalid: undefined })
})

test.each(['a', 'a@', '@x.example', 'a@x', 'a@x.', 'a@@x.example', 'a@.example'])('"%s" is no address', text => {
  expect(parseRecipients(`b@x.example, ${text}`).invalid).toBe(text)
})
