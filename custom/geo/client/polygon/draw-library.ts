import L from 'leaflet'
import './leaflet-global'
import 'leaflet-draw'
import 'leaflet-draw/dist/leaflet.draw.css'

/** Leaflet with the drawing and editing of shapes that leaflet-draw adds to it. */
export { L }
