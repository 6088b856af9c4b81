import type { FoundPlace } from './place-calls'

/** A place in one line: its address, with its name before it where the address does not begin with it. */
export function placeLine({ name, address }: Pick<FoundPlace, 'name' | 'address'>): string {
  if (!address) return name
  return !name || address.toLowerCase().startsWith(name.toLowerCase()) ? address : `${name}, ${address}`
}
