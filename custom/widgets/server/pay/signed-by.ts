import { createHmac, timingSafeEqual } from 'node:crypto'

/** An event that is older, or of a later time, is somebody's copy. */
const FRESH_S = 300

/** Whether one of the signatures is the HMAC-SHA256 of the text, in a time that does not tell how much of it is. */
export function isSignedBy(key: string | Buffer, text: string | Buffer, signatures: readonly string[]): boolean {
  const due = createHmac('sha256', key).update(text).digest()
  const given = signatures.filter((one) => /^[0-9a-f]{64}$/i.test(one))
  return given.map((one) => timingSafeEqual(due, Buffer.from(one, 'hex'))).includes(true)
}

/** Of a moment in seconds, or in milliseconds as some providers write it. */
export function isFresh(moment: string, now: Date): boolean {
  if (!/^\d{1,16}$/.test(moment)) return false
  const seconds = moment.length > 11 ? Number(moment) / 1000 : Number(moment)
  return Math.abs(now.getTime() / 1000 - seconds) <= FRESH_S
}

/** `a=1,b=2,b=3`: the values of each name, in their order. */
export function headerValues(header: string | null): (name: string) => readonly string[] {
  const pairs = (header ?? '').split(',').map((part) => part.trim().split('='))
  return (name) => pairs.flatMap(([key, value]) => (key === name && value !== undefined ? [value] : []))
}
