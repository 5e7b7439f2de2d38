import { join } from 'node:path'
import { loadModule, root, runCommand } from './command.js'
import { readPlatformArguments, runPlatform } from './platform/command/platform-command.js'
import { buildBundlesIfOutdated, buildPlatform, installDemo } from './setup.js'

await runCommand(async () => {
  const options = readPlatformArguments({
    command: 'npm start --',
    about: 'Runs the demo: a local Rewards Platform and a shop.',
    dataDir: join(root, 'demo/.data'),
    more: { https: { type: 'boolean', default: false } },
    moreHelp: { '--https': 'serves over TLS, with a self-signed certificate' },
  })
  installDemo()
  buildBundlesIfOutdated()
  await buildPlatform()
  const { startDemo } = await loadModule('demo/main.ts', { external: ['@rewards-web-sdk/platform'] })
  await runPlatform(() => startDemo(options), options, {
    sites: ({ origins }) => ({
      Shop: origins.shop,
      'Second shop': `${origins.otherShop} (on another site than the program domain)`,
    }),
    notes: ({ platform }) => [
      ...(platform.hasDemoData ? [] : ['Without demo data, the shop has no content.']),
      ...(options.https
        ? ['The certificate is self-signed: accept it once for each host, and open the program domain first.']
        : []),
    ],
  })
})
