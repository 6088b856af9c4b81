/**
 * An idempotency key: a request sent again after a lost answer is done once. A page without https has no
 * `crypto.randomUUID`.
 */
export const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
