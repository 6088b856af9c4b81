import L from 'leaflet'
import './leaflet-global'
import 'leaflet-draw/dist/leaflet.draw.js'
import 'leaflet-draw/dist/leaflet.draw.css'

/**
 * What `leaflet-draw` resolves to in the browser (an alias in vite.config.ts): the script has no exports of its own.
 */
export default L.Draw
