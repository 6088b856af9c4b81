import { describe, expect, test } from 'vitest'
import { Secret } from 'otpauth'
import { keyUri, newSecret, stepOf } from '../../src/server/work/accounts/totp'

// RFC 6238, appendix B: the secret is the ASCII text "12345678901234567890"; its codes have eight digits, of which ours
// are the last six.
const SECRET = Secret.fromUTF8('12345678901234567890').base32
const VECTORS: readonly (readonly [seconds: number, code: string])[] = [
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
]

describe('a code by time', () => {
  test.each(VECTORS)('at %d s is the one of RFC 6238', (seconds, code) => {
    expect(stepOf(SECRET, code.slice(-6), new Date(seconds * 1000))).toBe(Math.floor(seconds / 30))
  })

  test('counts one step before and after its own, and no further', () => {
    const [seconds, code] = [1111111111, '050471']
    const at = (shift_s: number) => stepOf(SECRET, code, new Date((seconds + shift_s) * 1000))
    expect([at(-30), at(0), at(30)]).toEqual([37037037, 37037037, 37037037])
    expect([at(-61), at(61)]).toEqual([null, null])
  })

  test.each(['', '05047', '0504711', '05047a', '٠٥٠٤٧١', '050472'])('is not %j', (code) => {
    expect(stepOf(SECRET, code, new Date(1111111111_000))).toBeNull()
  })

  test('comes of a secret of 160 bits, which is never the same, and is named to the application', () => {
    const [one, other] = [newSecret(), newSecret()]
    expect(one).toMatch(/^[A-Z2-7]{32}$/)
    expect(one).not.toBe(other)
    expect(keyUri(one, 'Taxi & Co', 'ana@demo.test')).toBe(
      `otpauth://totp/Taxi%20%26%20Co:ana%40demo.test?issuer=Taxi%20%26%20Co&secret=${one}&algorithm=SHA1&digits=6&period=30`,
    )
  })
})
