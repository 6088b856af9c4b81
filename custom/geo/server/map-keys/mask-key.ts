const SHOWN = 4

/** A secret as those may see it who may not have it: `AIza····9xQ2`; of a short one nothing but that it is there. */
export function maskKey(key: string): string {
  return key.length < 4 * SHOWN ? '····' : `${key.slice(0, SHOWN)}····${key.slice(-SHOWN)}`
}
