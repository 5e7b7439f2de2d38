import { describe, expect, test } from 'vitest'
import { signJwt } from '../../proof.js'
import { useProgram, type Visitor } from '../resources/program.js'

const program = useProgram()

/** As somebody does who reads their mail on another device. */
async function answerMail({ rewards }: Visitor) {
  await rewards.requestVerificationEmail()
  const [mail] = await program.rows<{ body: string }>('select body from mails order by position desc limit 1')
  await fetch(/https?:\S+/.exec(mail!.body)![0], { method: 'POST' })
}

describe('who the consumer is by now', () => {
  test('is what the mail has proved that they answered elsewhere', async () => {
    const visitor = await program.identified('ada@example.com')
    await answerMail(visitor)
    const { rewards, told } = visitor
    expect(rewards.consumer.level).toBe('identified')
    expect((await rewards.recognize()).level).toBe('verified')
    expect(told).toEqual([])
  })

  test('is still who they said they are, where nothing has been answered', async () => {
    const { rewards } = await program.identified('grace@example.com')
    expect((await rewards.recognize()).level).toBe('identified')
  })

  test('is nobody, of whom the platform is not even asked', async () => {
    const { rewards, requests, told } = program.visitor()
    expect((await rewards.recognize()).level).toBe('anonymous')
    expect([requests, told]).toEqual([[], []])
  })

  test('is whom the host can prove, who is asked once for all that want to know', async () => {
    let asked = 0
    const { rewards } = program.visitor({
      jwt: () => {
        asked++
        return signJwt({ email: 'joan@example.com', scope: 'VERIFIED_CONSUMER' })
      },
    })
    const found = await Promise.all([rewards.recognize(), rewards.recognize()])
    expect(found.map(({ level }) => level)).toEqual(['verified', 'verified'])
    await rewards.recognize()
    expect(asked).toBe(1)
  })

  test('is nobody whom the host cannot prove, which is told once and thrown at nobody', async () => {
    const { rewards, told } = program.visitor({ jwt: () => Promise.reject(new Error('Nobody is signed in')) })
    const found = await Promise.all([rewards.recognize(), rewards.recognize()])
    expect(found.map(({ level }) => level)).toEqual(['anonymous', 'anonymous'])
    expect(told.map(({ message }) => message)).toEqual(['options.jwt threw an error: Nobody is signed in'])
  })
})
