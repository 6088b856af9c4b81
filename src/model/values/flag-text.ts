import type { Json } from '../json'

/** Whether a call's part says yes, in whichever of the four spellings it comes; null: it says neither yes nor no. */
export function flagIn(value: Json | undefined): boolean | null {
  if (value === true || value === 1 || value === '1' || value === 'true') return true
  return value === false || value === 0 || value === '0' || value === 'false' ? false : null
}
