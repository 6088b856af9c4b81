/** Hundredths of the currency's unit, as amounts of the catalogues have at most: what the books count in. */
export type Cents = bigint

const AMOUNT = /^(-?)(\d+)(?:\.(\d+))?$/

/**
 * An amount in the currency's units (`28.95`, as the database gives it) in hundredths, halves away from zero.
 * @throws {RangeError} at what is no amount
 */
export function toCents(units: string | number): Cents {
  const [, sign, whole = '', fraction = ''] = AMOUNT.exec(String(units)) ?? []
  if (whole === '') throw new RangeError(`"${units}" is no amount`)
  const cents =
    BigInt(whole) * 100n + BigInt(fraction.slice(0, 2).padEnd(2, '0')) + (Number(fraction[2] ?? 0) >= 5 ? 1n : 0n)
  return sign === '-' ? -cents : cents
}

/** Hundredths as the database reads an amount: `-28.95`. */
export function toAmount(cents: Cents): string {
  const [sign, size] = cents < 0n ? ['-', -cents] : ['', cents]
  return `${sign}${size / 100n}.${String(size % 100n).padStart(2, '0')}`
}

/**
 * The amount without its tax, and the tax, of one that includes it: the net is rounded, halves up, and the tax is the
 * rest.
 */
export function taxWithin(gross: Cents, pct: number): { readonly net: Cents; readonly tax: Cents } {
  const [sign, size] = gross < 0n ? [-1n, -gross] : [1n, gross]
  const over = 10_000n + BigInt(Math.round(pct * 100))
  const net = sign * ((2n * size * 10_000n + over) / (2n * over))
  return { net, tax: gross - net }
}

/** Shares that together are the whole, by the largest remainder; where two are alike the first has it. */
export function spread(whole: Cents, weights: readonly Cents[]): readonly Cents[] {
  const all = weights.reduce((sum, one) => sum + one, 0n)
  if (all === 0n) return weights.map((_, at) => (at === 0 ? whole : 0n))
  const parts = weights.map((weight, at) => ({ at, part: (whole * weight) / all, rest: (whole * weight) % all }))
  const left = Number(whole - parts.reduce((sum, { part }) => sum + part, 0n))
  const size = (rest: Cents): Cents => (rest < 0n ? -rest : rest)
  const first = new Set(
    [...parts]
      .sort((a, b) => (size(b.rest) > size(a.rest) ? 1 : size(b.rest) < size(a.rest) ? -1 : a.at - b.at))
      .slice(0, Math.abs(left))
      .map(({ at }) => at),
  )
  return parts.map(({ at, part }) => (first.has(at) ? part + (left < 0 ? -1n : 1n) : part))
}
