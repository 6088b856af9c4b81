import type { CSSProperties } from 'react'
import { numberText } from '../../model/values/shown-number'
import type { CellProps } from '../field-view'
import { useDisplayStyle, useSay } from './style'
import { starsOf } from '../../model/values/stars'

/** A judgement as stars, an average with its number beside them and its last star in part. */
export function StarsCell({ field, value }: CellProps) {
  const say = useSay()
  const style = useDisplayStyle()
  const max = starsOf(field.schema)
  const given = Math.min(Math.max(Number(value), 0), max)
  const text = field.type === 'rating' ? null : numberText(String(value), style)
  return (
    <span dir="ltr" style={{ whiteSpace: 'nowrap', display: 'inline-block' }}>
      {text !== null && (
        <span aria-hidden style={{ marginInlineEnd: 6 }}>
          {text}
        </span>
      )}
      <span role="img" aria-label={say('field.stars', { n: text ?? given, max })} style={ROW}>
        <span aria-hidden style={{ opacity: 0.28 }}>
          {'★'.repeat(max)}
        </span>
        <span aria-hidden style={{ ...GIVEN, width: `${(100 * given) / max}%` }}>
          {'★'.repeat(max)}
        </span>
      </span>
    </span>
  )
}

const ROW: CSSProperties = { position: 'relative', display: 'inline-block', letterSpacing: 1 }
const GIVEN: CSSProperties = { position: 'absolute', insetBlockStart: 0, insetInlineStart: 0, overflow: 'hidden' }
