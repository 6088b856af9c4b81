/** A key for something that is to be done once, even when it is sent again after a lost answer. A page without https has no `crypto.randomUUID`. */
export const randomKey = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
