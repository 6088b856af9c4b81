/**
 * Colours of a vehicle's availability, on the map and in lists: each at least 3 : 1 on the paper of both themes (WCAG
 * 1.4.11). They are always shown together with a shape or a word.
 */
export const STATE_COLOURS = { online: '#1f9150', busy: '#d96a00', offline: '#6b7683' } as const
