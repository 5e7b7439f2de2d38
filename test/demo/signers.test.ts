import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '../../demo/platform/index.js'
import { usePlatform } from './platform/use-platform.js'

interface Signer {
  /** The language of its code block in docs/identity.md. */
  language: string
  /** The file of the block. */
  file: string
  /** A file that prints a JWT for the customer of its arguments. It calls the function of the block. */
  main: [file: string, code: string]
  /** The command that runs the second file. */
  command: [file: string, ...args: string[]]
  /** The arguments with which the command prints its version. */
  version?: string[]
}

const SIGNERS: Record<string, Signer> = {
  Node: {
    language: 'js',
    file: 'signer.mjs',
    main: [
      'main.mjs',
      `import { signRewardsJwt } from './signer.mjs'\nconsole.log(await signRewardsJwt(...process.argv.slice(2)))`,
    ],
    command: [process.execPath, 'main.mjs'],
  },
  PHP: {
    language: 'php',
    file: 'signer.php',
    main: ['main.php', `<?php require __DIR__ . '/signer.php'; echo signRewardsJwt($argv[1], $argv[2]);`],
    command: ['php', 'main.php'],
  },
  Ruby: {
    language: 'ruby',
    file: 'signer.rb',
    main: ['main.rb', `require_relative 'signer'\nputs sign_rewards_jwt(ARGV[0], ARGV[1])`],
    command: ['ruby', 'main.rb'],
  },
  Python: {
    language: 'python',
    file: 'signer.py',
    main: ['main.py', 'import sys\nfrom signer import sign_rewards_jwt\nprint(sign_rewards_jwt(*sys.argv[1:]))'],
    command: ['python3', '-B', 'main.py'],
  },
  Go: {
    language: 'go',
    file: 'signer.go',
    main: [
      'main.go',
      `package main

import (
	"fmt"
	"os"
)

func main() {
	jwt, err := signRewardsJWT(os.Args[1], os.Args[2])
	if err != nil {
		panic(err)
	}
	fmt.Println(jwt)
}
`,
    ],
    command: ['go', 'run', 'signer.go', 'main.go'],
    version: ['version'],
  },
}

const isInstalled = ({ command: [file], version = ['--version'] }: Signer) => spawnSync(file, version).status === 0

/** In the project, because the signer for Node imports a dependency. */
const folder = resolve('node_modules/.cache/signers')
const page = readFileSync('docs/identity.md', 'utf8')
const customer = { email: 'ada+shop@example.com', partner_user_id: 'Zürich-2718' }
const visit = usePlatform()

beforeAll(() => {
  visit.now = Date.now()
  mkdirSync(folder, { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The first block of this language that defines a signer. */
const signerIn = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))]
    .map(([, code]) => code!)
    .find(code => /sign_?rewards_?jwt/i.test(code))!

const { kid, secret } = demo.jwtKey
const KEY = { REWARDS_KEY_ID: kid, REWARDS_KEY_SECRET: secret }

async function sign(
  { language, file, main: [mainFile, main], command: [program, ...args] }: Signer,
  key: object = KEY,
) {
  writeFileSync(resolve(folder, file), signerIn(language))
  writeFileSync(resolve(folder, mainFile), main)
  const env = { ...process.env, ...key }
  const { stdout } = await promisify(execFile)(program, [...args, ...Object.values(customer)], { cwd: folder, env })
  return stdout.trim()
}

describe('the signer in docs/identity.md', () => {
  for (const [name, signer] of Object.entries(SIGNERS)) {
    const isRunnable = isInstalled(signer)
    const title = isRunnable ? `for ${name} proves who a customer is` : `for ${name}: ${name} is not installed`
    test.skipIf(!isRunnable)(title, async () => {
      const headers = { 'X-Svc-Jwt': await sign(signer) }
      const response = await visit.send('/v4/me', { token: await visit.anonymous(), headers })
      // Only a verified consumer sees their email address.
      expect(await response.json()).toMatchObject(customer)
      // Without its key, none signs with an empty one.
      await expect(sign(signer, { REWARDS_KEY_ID: kid })).rejects.toThrow(/REWARDS_KEY_SECRET/)
    })
  }

  test('uses the key of the local platform', () => {
    expect(page).toContain(`\`${demo.jwtKey.kid}\``)
    expect(page).toContain(demo.jwtKey.secret)
  })
})
