/** Parts of an address as the services name them. */
interface AddressParts {
  readonly street?: string
  readonly number?: string
  readonly district?: string
  readonly city?: string
  readonly state?: string
}

/**
 * `Avenida Arequipa 1234, Miraflores, Lima`: as much as a driver needs, without repetition. Empty when nothing is
 * known.
 */
export function streetAddress({ street, number, district, city, state }: AddressParts): string {
  const first = street && number ? `${street} ${number}` : street
  const parts = [first, district, city ?? state].map((part) => part?.trim() ?? '').filter(Boolean)
  return [...new Set(parts)].join(', ')
}
