// FIPS 180-4. Browsers have their own only on secure pages, and ask for each hash anew; work needs thousands of short
// ones at once.

/** The first 32 bits of the fractional parts of roots of the first primes, as the standard makes its constants. */
function fractions(count: number, power: number): Int32Array {
  const found: number[] = []
  for (let n = 2; found.length < count; n++) {
    let isPrime = true
    for (let by = 2; by * by <= n; by++) if (n % by === 0) isPrime = false
    if (isPrime) found.push(((n ** power % 1) * 2 ** 32) | 0)
  }
  return Int32Array.from(found)
}

const START = fractions(8, 1 / 2)
const ROUNDS = fractions(64, 1 / 3)
const BLOCK = 64

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** SHA-256 of a text of ASCII, as eight words of 32 bits. */
export function sha256(text: string): Int32Array {
  const length = text.length
  const bytes = new Uint8Array(Math.ceil((length + 9) / BLOCK) * BLOCK)
  for (let at = 0; at < length; at++) bytes[at] = text.charCodeAt(at)
  bytes[length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(bytes.length - 4, length * 8)
  const state = START.slice()
  const words = new Int32Array(64)
  for (let block = 0; block < bytes.length; block += BLOCK) compress(state, words, view, block)
  return state
}

function compress(state: Int32Array, w: Int32Array, view: DataView, block: number): void {
  for (let i = 0; i < 16; i++) w[i] = view.getInt32(block + i * 4)
  for (let i = 16; i < 64; i++) {
    const [x = 0, y = 0] = [w[i - 15], w[i - 2]]
    const low = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3)
    const high = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10)
    w[i] = ((w[i - 16] ?? 0) + low + (w[i - 7] ?? 0) + high) | 0
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i++) {
    const one =
      (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + (ROUNDS[i] ?? 0) + (w[i] ?? 0)) | 0
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  const after = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < 8; i++) state[i] = ((state[i] ?? 0) + (after[i] ?? 0)) | 0
}
