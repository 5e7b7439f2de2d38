import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

/** Only for their types. Whoever raises a version writes it at the head of the host and in docs/webviews.md, too. */
const PACKAGES = [
  ...['react-native@0.88.1', '@react-native/virtualized-lists@0.88.1', 'react-native-webview@16.0.0'],
  ...['@react-native-clipboard/clipboard@1.16.3', '@types/react@19.2.0'],
]
const INSTALLATION = ['--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps']

/** `@ts-expect-error` is an error itself if the line compiles: the types of the packages are there. */
const APP = `import { WebView } from 'react-native-webview'
import { type Account, ReactNativeHost } from './ReactNativeHost'

export const app = (account: Account) => (
  <ReactNativeHost shop="https://shop.brand.example" account={account} session="s" onClose={() => {}} />
)
// @ts-expect-error
export const view = <WebView onMessage={7} />
`

const TSCONFIG = {
  compilerOptions: {
    ...{ strict: true, noUncheckedIndexedAccess: true, noEmit: true, skipLibCheck: true },
    ...{ jsx: 'react-jsx', module: 'esnext', moduleResolution: 'bundler', target: 'es2022', lib: ['es2022'] },
    types: ['react-native'],
  },
}

test('the host for React Native compiles against the published types', { timeout: 300_000 }, async () => {
  const app = await mkdtemp(join(tmpdir(), 'react-native-'))
  onTestFinished(() => rm(app, { recursive: true }))
  await writeFile(join(app, 'package.json'), '{"private":true}')
  await promisify(execFile)('npm', ['install', ...INSTALLATION, ...PACKAGES], { cwd: app })
  await copyFile('demo/webview/ReactNativeHost.tsx', join(app, 'ReactNativeHost.tsx'))
  await writeFile(join(app, 'app.tsx'), APP)
  await writeFile(join(app, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  const compile = promisify(execFile)(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', app])
  expect(await compile.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: '' })
})
