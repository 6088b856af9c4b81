import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  DEFAULT_APPEARANCE,
  embedAddress,
  embedCode,
  frameStyle,
  wholeAppearance,
} from '../../custom/widgets/model/embed-code'
import { findNonce, leadingZeros, solveChallenge, verify } from '../../custom/widgets/model/proof-of-work'
import { sha256 } from '../../custom/widgets/model/sha-256'

const hex = (text: string): string =>
  [...sha256(text)].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')

test('the hash is SHA-256, at every length around the ends of its blocks', () => {
  for (let length = 0; length < 200; length++) {
    const text = 'x7.'.repeat(70).slice(0, length)
    expect(hex(text), String(length)).toBe(createHash('sha256').update(text).digest('hex'))
  }
})

test('work that was done fits, and fits neither another challenge nor more bits than it has', async () => {
  let breaths = 0
  const proof = await solveChallenge('widget.1', 13, async () => void breaths++)
  expect(verify(proof, 13)).toBe(true)
  const zeros = leadingZeros(sha256(`${proof.challenge}.${proof.nonce}`))
  expect(verify(proof, zeros + 1)).toBe(false)
  expect(verify({ ...proof, challenge: 'widget.2' }, 13)).toBe(false)
  expect(verify({ ...proof, nonce: -1 }, 0)).toBe(false)
  expect(breaths).toBe(Math.floor(proof.nonce / 4000))
})

test('a piece of the work without a result says so, and the page may end it', async () => {
  expect(findNonce('widget.1', 60, 0, 50)).toBeNull()
  await expect(
    solveChallenge('widget.1', 24, async () => {
      throw new Error('left')
    }),
  ).rejects.toThrow('left')
  await expect(solveChallenge('widget.1', 40, async () => {})).rejects.toThrow(RangeError)
})

test('zeros are counted over words', () => {
  expect(leadingZeros(Int32Array.of(0, 1, 0))).toBe(63)
  expect(leadingZeros(Int32Array.of(-1, 0))).toBe(0)
})

test('a widget without an appearance is 640 by 480 with a corner of 8, a border of 1 and a shadow of 3', () => {
  expect(wholeAppearance(null)).toEqual(DEFAULT_APPEARANCE)
  expect(frameStyle(DEFAULT_APPEARANCE)).toMatchObject({
    width: '640px',
    height: '480px',
    'border-radius': '8px',
    border: '1px solid #cccccc',
    'box-shadow': '0 0 3px #bdbdbd',
  })
})

test('a width of 0 is full, a height of 0 automatic, and no line or shadow of 0 is drawn', () => {
  const none = wholeAppearance({ width: 0, height: 0, border: { width: 0 }, boxShadow: { width: 0 } })
  expect(frameStyle(none)).toMatchObject({ width: '100%', height: '100vh', border: '0', 'box-shadow': 'none' })
})

test('an appearance with values that are none takes the defaults for them', () => {
  expect(
    wholeAppearance({
      width: -5,
      height: 9999,
      background: 'red;}',
      borderRadius: 1.5,
      border: { width: 2, color: '#ABCDEF' },
    }),
  ).toEqual({ ...DEFAULT_APPEARANCE, border: { width: 2, color: '#abcdef' } })
})

test('the code is one frame with the address of version 125 and the script for its height and events, and a name cannot leave its attribute', () => {
  expect(embedAddress('https://taxi.example', 1)).toBe('https://taxi.example/widget/1?v=125')
  const code = embedCode('https://taxi.example', { id: 1, name: '"><script>&' }, DEFAULT_APPEARANCE)
  expect(code).toContain('src="https://taxi.example/widget/1?v=125"')
  expect(code).toContain('title="&quot;&gt;&lt;script&gt;&amp;"')
  expect(code).toContain('<script src="https://taxi.example/api/hooks/widget.js" async></script>')
  expect(code.match(/</g)).toHaveLength(4)
  expect(code).not.toContain('data-height')
  expect(embedCode('https://taxi.example', { id: 1, name: 'x' }, { ...DEFAULT_APPEARANCE, height: 0 })).toContain(
    'data-height="auto"',
  )
})
