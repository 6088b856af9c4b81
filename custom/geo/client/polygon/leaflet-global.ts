import L from 'leaflet'

// leaflet-draw is a script of the days before modules: it adds its parts to the `L` of the page, and writes to a `type` that nobody declares.
Object.assign(globalThis, { L, type: (globalThis as { type?: unknown }).type })
