/** Zoom levels that maps open at (spec §9). */
export const ZOOM = { dispatcher: 12, trackings: 12, page: 13, chooser: 17 } as const
