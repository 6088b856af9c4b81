// What pages outside the console may use of maps: Leaflet and the drawn streets, nothing of the console. Import it only
// when needed.
export { openPlainMap, type PlainMap, type PlainMapOptions } from './plain/plain-map'
