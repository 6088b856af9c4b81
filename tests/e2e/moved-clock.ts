import { execFileSync } from 'node:child_process'

/**
 * How many milliseconds the clock of this run is moved: `npm test` under libfaketime (LD_PRELOAD, FAKETIME='@2028-02-29
 * 23:50:00', FAKETIME_DONT_FAKE_MONOTONIC=1) tries another day. 0: it is not.
 */
export function movedBy(): number {
  const { FAKETIME, E2E_MOVED_MS } = process.env
  if (FAKETIME === undefined) return 0
  if (E2E_MOVED_MS !== undefined) return Number(E2E_MOVED_MS)
  const seconds =
    Math.floor(Date.now() / 1000) - Number(execFileSync('date', ['+%s'], { env: withoutClock() }).toString())
  // Every process would begin anew at the moment named with `@`; all of them are to agree.
  process.env['FAKETIME'] = `${seconds < 0 ? '' : '+'}${seconds}s`
  return Number((process.env['E2E_MOVED_MS'] = String(seconds * 1000)))
}

/** The environment for a program that does not bear a moved clock: Chromium hangs. */
export function withoutClock(): NodeJS.ProcessEnv {
  const { LD_PRELOAD: _preload, FAKETIME: _time, ...rest } = process.env
  return rest
}
