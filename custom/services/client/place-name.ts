import { beginsWithName } from '../../geo/model'

/** A place's name, and its address without the name that it may begin with. */
export function namedAddress(name: string, address: string): { readonly name: string; readonly rest: string } {
  const isBefore = beginsWithName(address, name)
  return { name, rest: isBefore ? address.slice(name.length).replace(/^[,\s]+/, '') : address }
}
