/** Overlaps up to this part of the smaller zone are borders that two people drew with different hands: they need nobody's consent. */
const FREE_SHARE = 0.01

/** What must be the same between the browser and the server: which overlaps a person is asked about. */
export const needsConsent = ({ share }: { readonly share: number }): boolean => share > FREE_SHARE
