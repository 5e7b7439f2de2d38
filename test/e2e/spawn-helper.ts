import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

/** Starts a program that the kernel ends together with this process, however this process ends: Vitest kills its workers. */
export const spawnHelper = (program: string, args: string[], options: SpawnOptions): ChildProcess =>
  spawn('setpriv', ['--pdeathsig', 'TERM', program, ...args], options)
