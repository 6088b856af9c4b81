// What other features draw on a MapView themselves. The package stands in this folder alone, so that another can take
// its place (docs/licences.md).
export { Circle, CircleMarker, Polygon, Polyline, Tooltip } from 'react-leaflet'
