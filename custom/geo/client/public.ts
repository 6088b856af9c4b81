// What pages outside the console may have of maps: Leaflet and the drawn streets, nothing of the console. Import it when it is needed.
export { openPlainMap, type PlainMap, type PlainMapOptions } from './plain/plain-map'
