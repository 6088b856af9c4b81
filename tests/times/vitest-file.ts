import { afterAll, beforeAll, expect } from 'vitest'
import { beginFile, tellSpan } from './spans'

// A setup file where the times are asked for: says whose they are, and how much of a file's time its process reckoned.
// The rest it waited, for a database, another process, a timer or a core.

const processor_ms = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

let before = 0
beforeAll(() => {
  beginFile(expect.getState().testPath ?? '')
  before = processor_ms()
})
afterAll(() => tellSpan('own processor', processor_ms() - before))
