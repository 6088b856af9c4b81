import L from 'leaflet'

// leaflet-draw is a script from before modules: it adds its parts to the page's `L`, and writes to an undeclared
// `type`.
Object.assign(globalThis, { L, type: (globalThis as { type?: unknown }).type })
