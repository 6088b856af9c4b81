import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useConsole } from '../../../../src/client/app/console'
import type { InputProps } from '../../../../src/client/ui/field-view'
import { FieldFrame } from '../../../../src/client/ui/FieldFrame'
import { RingText } from '../../../../src/client/ui/RingText'
import { useDisplayStyle, useSay } from '../../../../src/client/ui/style'
import { startSquare } from '../../model/start-square'
import type { Drawing } from './DrawRing'
import { PolygonButtons } from './PolygonButtons'
import { ringOf, valueOfRing } from './ring-value'
import { useRingHistory } from './use-ring-history'

const PolygonMap = lazy(() => import('./PolygonMap'))
const HEIGHT = 340

/** Widget `map-polygon`: an area drawn on a map, its corners dragged there or written. One that must be there starts as a square. */
export function MapPolygonInput(props: InputProps) {
  const { source, label, value, onBlur, error, help, required, disabled } = props
  const say = useSay()
  const labelId = useId()
  const { config } = useConsole()
  const { distance_unit } = useDisplayStyle()
  const history = useRingHistory(value, props.onChange)
  const [isDrawing, setDrawing] = useState(false)
  const [drawing, setHandle] = useState<Drawing | null>(null)
  const [isWriting, setWriting] = useState(false)
  const ring = ringOf(value)
  const square = () => history.change(valueOfRing(startSquare([Number(config['lat']) || 0, Number(config['lng']) || 0], distance_unit)))
  // Once, when the form opens: an area taken out later on stays out.
  const start = useRef(required && !disabled && value === null ? square : null)
  useEffect(() => {
    // Behind the form's own effects, which set its values.
    const timer = setTimeout(() => {
      start.current?.()
      start.current = null
    })
    return () => clearTimeout(timer)
  }, [])
  return (
    <FieldFrame
      labelId={labelId}
      label={label}
      required={required}
      disabled={disabled}
      error={error}
      help={help ?? (disabled ? undefined : say(`map.polygon.${isDrawing ? 'next' : ring.length > 0 ? 'drag' : 'none'}`))}
    >
      <Box
        role="group"
        aria-labelledby={labelId}
        onBlur={onBlur}
        onKeyDown={(event) => {
          if (!isDrawing || event.key !== 'Escape') return
          // Gives up the drawing, not the form around it.
          event.stopPropagation()
          setDrawing(false)
        }}
        sx={{ display: 'grid', gap: 1 }}
      >
        <Box sx={{ height: HEIGHT, borderRadius: 1, overflow: 'hidden', border: 1, borderColor: error ? 'error.main' : 'divider' }}>
          <Suspense fallback={<Skeleton variant="rectangular" height={HEIGHT} />}>
            <PolygonMap
              ring={ring}
              label={label}
              onChange={disabled ? undefined : (next) => history.change(valueOfRing(next))}
              isDrawing={isDrawing}
              onDrawing={setHandle}
              onEnd={(next) => {
                setDrawing(false)
                if (next && next.length > 2) history.change(valueOfRing(next))
              }}
            />
          </Suspense>
        </Box>
        {!disabled && (
          <PolygonButtons
            drawing={drawing}
            isEmpty={value === null}
            isWriting={isWriting}
            canUndo={history.canUndo}
            onSquare={square}
            onDraw={setDrawing}
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
      </Box>
    </FieldFrame>
  )
}
