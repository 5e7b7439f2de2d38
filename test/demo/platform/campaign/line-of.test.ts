import { expect, test } from 'vitest'
import { lineOf } from '../../../../demo/platform/campaign/line-of.js'

const text = `{
  "name": "A {\\"quoted\\"} [name], with: \\" marks",
  "rewards": [
    { "to": "friend", "value": 1 },
    {
      "to": "advocate",
      "when": {
        "level": ["verified",
          "identified"] },
      "value": -2.5e3
    }
  ],
  "empty": {}, "none": [],
  "twice": { "a": 1 },
  "last": null,
  "twice": {
    "b": true }
}`

test.each<[PropertyKey[], number]>([
  [[], 1],
  [['name'], 2],
  [['rewards'], 3],
  [['rewards', 0], 4],
  [['rewards', 0, 'value'], 4],
  [['rewards', 1], 5],
  [['rewards', 1, 'to'], 6],
  [['rewards', 1, 'when', 'level', 0], 8],
  [['rewards', 1, 'when', 'level', 1], 9],
  [['rewards', 1, 'value'], 10],
  [['none'], 13],
  [['last'], 15],
  [['twice', 'b'], 17],
])('finds the value at %j in line %i', (path, line) => {
  expect(lineOf(text, path)).toBe(line)
})

test.each<[string, PropertyKey[], number]>([
  ['a missing field', ['rewards', 1, 'name'], 5],
  ['a missing object', ['referral', 'step'], 1],
  ['a missing item', ['rewards', 7, 'name'], 3],
  ['a field that only an earlier member of the same name has', ['twice', 'a'], 16],
  ['a field of a value without fields', ['name', 'length'], 2],
])('finds the place of %s', (_, path, line) => {
  expect(lineOf(text, path)).toBe(line)
})
