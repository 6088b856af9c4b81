/**
 * The token of one search: all suggestions of a search and the place that ends it carry the same one, the next search a new one.
 * @param random 16 random bytes each time; a page without https has no `crypto.randomUUID`
 */
export function searchSession(random: () => Uint8Array = () => crypto.getRandomValues(new Uint8Array(16))) {
  let token = ''
  return {
    token(): string {
      if (!token) token = [...random()].map((byte) => byte.toString(16).padStart(2, '0')).join('')
      return token
    },
    end(): void {
      token = ''
    },
  }
}
