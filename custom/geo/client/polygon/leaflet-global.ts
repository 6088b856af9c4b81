import L from 'leaflet'

// leaflet-draw is a script of the days before modules: it adds its parts to the `L` of the page.
Object.assign(globalThis, { L })
