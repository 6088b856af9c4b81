import type { FoundPlace } from './place-calls'

/** Whether an address begins with the name of its place, as a word: "A" does not begin "Av. Grau". */
export function beginsWithName(address: string, name: string): boolean {
  if (name === '' || !address.toLowerCase().startsWith(name.toLowerCase())) return false
  return !/^[\p{L}\p{N}]/u.test(address.slice(name.length))
}

/** A place in one line: its address, with its name before it where the address does not begin with it. */
export function placeLine({ name, address }: Pick<FoundPlace, 'name' | 'address'>): string {
  if (!address) return name
  return !name || beginsWithName(address, name) ? address : `${name}, ${address}`
}
