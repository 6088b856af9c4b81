import { lazy, useEffect, useRef, useState } from 'react'
import { crossingSides } from '#engine/model'
import { useConsole } from '#engine/client'
import { type InputProps, RingText, useDisplayStyle, useSay } from '#engine/ui'
import type { LatLng } from '../../model/lat-lng'
import { startSquare } from '../../model/start-square'
import { MapField } from '../frame/MapField'
import { PolygonButtons } from './PolygonButtons'
import { ringOf, valueOfRing } from './ring-value'
import { useBoardEditing } from './use-board-editing'
import { useRingHistory } from './use-ring-history'

const PolygonMap = lazy(() => import('./PolygonMap'))

/**
 * Widget `map-polygon`: an area drawn on a map (its own, or that of the board which the form stands beside), its corners dragged there or
 * written. One that must be there starts as a square.
 */
export default function MapPolygonInput(props: InputProps) {
  const { source, label, value, onBlur, error, help, required, disabled } = props
  const say = useSay()
  const { config } = useConsole()
  const { distance_unit } = useDisplayStyle()
  const history = useRingHistory(value, props.onChange)
  const [isWriting, setWriting] = useState(false)
  const ring = ringOf(value)
  const change = disabled ? undefined : (next: readonly LatLng[]) => history.change(valueOfRing(next))
  const board = useBoardEditing(ring, change, props.form)
  // Told while it is drawn, not only when it is saved.
  const sides = ring.length > 2 ? crossingSides(ring.map(([lat, lng]) => ({ lat, lng }))) : null
  const crossing = sides ? say('validation.polygon_crosses', { a: sides[0], b: sides[1] }) : undefined
  const square = () => {
    const center = board?.center() ?? [Number(config['lat']) || 0, Number(config['lng']) || 0]
    history.change(valueOfRing(startSquare(center, distance_unit)))
  }
  const begin = () => {
    const drawn = board?.takeDrawn()
    if (drawn) history.change(valueOfRing(drawn))
    else if (required && value === null) square()
  }
  // Once, when the form opens: an area taken out later on stays out.
  const start = useRef(disabled ? null : begin)
  useEffect(() => {
    // Behind the form's own effects, which set its values.
    const timer = setTimeout(() => {
      start.current?.()
      start.current = null
    })
    return () => clearTimeout(timer)
  }, [])
  return (
    <MapField
      label={label}
      required={required}
      disabled={disabled}
      error={error ?? crossing}
      help={help ?? (disabled ? undefined : say(`map.polygon.${ring.length > 0 ? 'drag' : 'none'}`))}
      onBlur={onBlur}
      height={340}
      map={board ? null : <PolygonMap ring={ring} label={label} onChange={change} />}
    >
      {!disabled && (
        <PolygonButtons
          isEmpty={value === null}
          isWriting={isWriting}
          canUndo={history.canUndo}
          onSquare={square}
          onUndo={history.undo}
          onRemove={() => history.change(null)}
          onWrite={() => setWriting(!isWriting)}
        />
      )}
      {isWriting && (
        <RingText
          source={source} label={say('map.polygon.corners')} value={value} onChange={history.change} required={false} disabled={disabled}
        />
      )}
    </MapField>
  )
}
