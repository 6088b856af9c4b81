/** A program that makes clock and timers of where it runs go faster; all places that are given the same agree. */
const program = (from_ms: number, speed: number, seldom_ms: number): string => `
  const from = ${from_ms}, speed = ${speed}, Own = Date, real = Date.now
  const now = () => Math.floor(from + (real() - from) * speed)
  globalThis.Date = new Proxy(Own, {
    construct: (of, given, as) => Reflect.construct(of, given.length === 0 ? [now()] : given, as),
    apply: () => new Own(now()).toString(),
  })
  Own.now = now
  for (const name of ['setTimeout', 'setInterval']) {
    const own = globalThis[name]
    const least = name === 'setInterval' ? ${seldom_ms} : 0
    const fast = (run, ms = 0, ...rest) => own(run, Math.max(ms / speed, Math.min(ms, least)), ...rest)
    globalThis[name] = Object.defineProperties(fast, Object.getOwnPropertyDescriptors(own))
  }
`

/** What a page does again and again is done eight times a second at most: nobody sees more. */
const SELDOM_MS = 125

/** For a page: runs before anything of its own. */
export const browserClock = (from_ms: number, speed: number): string =>
  `(() => {${program(from_ms, speed, SELDOM_MS)}})()`

/** For a process of Node and the threads it starts: a flag. The embedded database asks the same clock. */
export function nodeClock(from_ms: number, speed: number): string {
  const source = `import timers from 'node:timers'
    import promises from 'node:timers/promises'
    import { syncBuiltinESMExports } from 'node:module'
    ${program(from_ms, speed, 0)}
    Object.assign(timers, { setTimeout, setInterval })
    const { setTimeout: sleep, setInterval: every } = promises
    promises.setTimeout = (ms = 0, ...rest) => sleep(ms / speed, ...rest)
    promises.setInterval = (ms = 0, ...rest) => every(ms / speed, ...rest)
    syncBuiltinESMExports()`
  return `--import=data:text/javascript;base64,${Buffer.from(source).toString('base64')}`
}
