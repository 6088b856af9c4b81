/** Overlaps up to this part of the smaller zone are just borders drawn by two people: they need no consent. */
const FREE_SHARE = 0.01

/** Shared by the browser and the server, which must agree about which overlaps a user is asked. */
export const needsConsent = ({ share }: { readonly share: number }): boolean => share > FREE_SHARE
