import { AppError } from '../../../model/errors'
import type { Json } from '../../../model/json'

/**
 * Levels of arrays and objects in what a call sends. A drawing's outlines have nine, a rule a dozen, a stored JSON
 * value at most 32.
 */
const MAX_DEPTH = 64

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Refuses a text before it is parsed if it is so deep that whoever walks through it might run out of stack.
 * @throws {AppError} MALFORMED
 */
export function assertShallow(text: string): void {
  let depth = 0
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    if (isText) {
      if (letter === BACKSLASH) at++
      else if (letter === QUOTE) isText = false
    } else if (letter === QUOTE) isText = true
    else if (letter === OPEN_LIST || letter === OPEN_OBJECT) {
      if (++depth > MAX_DEPTH) throw tooDeep()
    } else if (letter === CLOSE_LIST || letter === CLOSE_OBJECT) depth--
  }
}

/**
 * As `assertShallow`, of what somebody else has parsed: level by level, so that its own stack does not grow.
 * @throws {AppError} MALFORMED
 */
export function assertShallowValue(value: unknown): void {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    level = level.flatMap((one): unknown[] => (typeof one === 'object' && one !== null ? Object.values(one) : []))
    if (level.length === 0) return
  }
  throw tooDeep()
}

const tooDeep = (): AppError => new AppError('MALFORMED', { say: 'errors.too_deep', params: { max: MAX_DEPTH } })

/**
 * JSON that came within a text (a query, a part of a form), as safe as a body: shallow, and without keys that name a
 * prototype.
 * @throws {AppError} MALFORMED when it is too deep or has such a key
 * @throws {SyntaxError} when it is no JSON
 */
export function parseGiven(text: string): Json {
  assertShallow(text)
  return JSON.parse(text, (key, value: Json) => {
    if (key === '__proto__') throw new AppError('MALFORMED')
    return value
  }) as Json
}
