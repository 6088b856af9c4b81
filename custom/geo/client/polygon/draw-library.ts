import L from 'leaflet'
import 'leaflet-draw'

/** Leaflet with the drawing and editing of shapes that leaflet-draw adds to it. */
export { L }
