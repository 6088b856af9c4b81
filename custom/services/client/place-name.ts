/** A place's name, and its address without the name that it may begin with. */
export function namedAddress(name: string, address: string): { readonly name: string; readonly rest: string } {
  const isBefore = name !== '' && address.toLowerCase().startsWith(name.toLowerCase())
  return { name, rest: isBefore ? address.slice(name.length).replace(/^[,\s]+/, '') : address }
}
