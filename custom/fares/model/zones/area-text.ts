/**
 * An area as people write it: whole square metres, from a hectare on square kilometres to two decimals (digits in plain
 * notation).
 */
export function areaDigits(m2: number): { readonly digits: string; readonly unit: 'm²' | 'km²' } {
  return m2 < 10_000 ? { digits: String(Math.round(m2)), unit: 'm²' } : { digits: (m2 / 1e6).toFixed(2), unit: 'km²' }
}
