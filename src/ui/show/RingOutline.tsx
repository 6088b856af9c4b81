import type { Vertex } from '../../model/values/ring'

interface RingOutlineProps {
  readonly ring: readonly Vertex[]
  /** What the picture shows, for screen readers. */
  readonly label: string
  readonly width?: number
  readonly height?: number
}

/** The shape of an area, north up, as large as its box allows. */
export function RingOutline({ ring, label, width = 40, height = 28 }: RingOutlineProps) {
  const middle = ring.reduce((sum, { lat }) => sum + lat, 0) / ring.length
  // Away from the equator a degree of longitude is shorter than one of latitude.
  const shrink = Math.cos((middle * Math.PI) / 180)
  const points = ring.map(({ lat, lng }) => [lng * shrink, -lat] as const)
  const [left, top] = [Math.min(...points.map(([x]) => x)), Math.min(...points.map(([, y]) => y))]
  const [wide, high] = [Math.max(...points.map(([x]) => x)) - left, Math.max(...points.map(([, y]) => y)) - top]
  const room = 3
  const scale = Math.min((width - 2 * room) / (wide || 1e-9), (height - 2 * room) / (high || 1e-9))
  const [dx, dy] = [(width - wide * scale) / 2, (height - high * scale) / 2]
  const path = points
    .map(([x, y]) => `${((x - left) * scale + dx).toFixed(1)},${((y - top) * scale + dy).toFixed(1)}`)
    .join(' ')
  return (
    <svg
      role="img"
      aria-label={label}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      style={{ verticalAlign: 'middle' }}
    >
      <title>{label}</title>
      <polygon
        points={path}
        fill="currentColor"
        fillOpacity={0.14}
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
    </svg>
  )
}
