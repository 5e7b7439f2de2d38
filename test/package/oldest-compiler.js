// Type-checks apps with an old TypeScript: `node oldest-compiler.js <package.json of TypeScript> <tsconfig>…`. Prints what `tsc --build --verbose`
// prints. Most of the time of a compiler goes into declaration files that all apps share. Therefore each declaration file of TypeScript, of a framework
// or of a dependency is checked once, with the first app that contains it. The files of the app and of the SDK are checked with each app.

import { createRequire } from 'node:module'

const [manifest, ...configs] = process.argv.slice(2)
const ts = createRequire(manifest)('typescript')

/** The parsed declaration files, by module format and name. The apps differ in no other option that concerns a declaration file. */
const declarations = new Map()

/** The files that an earlier app has checked. */
const checked = new WeakSet()

for (const config of configs) {
  console.log(`Building project '${config}'...`)
  const errors = check(config)
  process.stdout.write(ts.formatDiagnostics(errors, ts.createCompilerHost({})))
  if (errors.length) process.exitCode = 1
}

function check(config) {
  const { options, fileNames, errors } = ts.getParsedCommandLineOfConfigFile(config, {}, ts.sys)
  const program = ts.createProgram(fileNames, options, createHost(options))
  const files = program.getSourceFiles().filter(file => isOfSdk(file) || !checked.has(file))
  const diagnostics = [
    ...errors,
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...program.getSyntacticDiagnostics(),
    ...files.flatMap(file => program.getSemanticDiagnostics(file)),
  ]
  if (!options.skipLibCheck) for (const file of files) checked.add(file)
  return ts.sortAndDeduplicateDiagnostics(diagnostics)
}

function createHost(options) {
  const host = ts.createCompilerHost(options)
  const read = host.getSourceFile
  host.getSourceFile = (name, format, ...rest) => {
    if (!/\.d\.[cm]?ts$/.test(name)) return read(name, format, ...rest)
    const key = `${format.impliedNodeFormat} ${name}`
    if (!declarations.has(key)) declarations.set(key, read(name, format, ...rest))
    return declarations.get(key)
  }
  return host
}

function isOfSdk({ fileName }) {
  return fileName.includes('/node_modules/rewards-web-sdk/')
}
