import { useMemo } from 'react'
import type { JsonObject } from '#engine/model'
import { Badge, moneyText, useDisplayStyle, useSay } from '#engine/ui'
import { AreaBoard } from '../../../geo/client'

/** Screen `/tolls`: where crossing costs money, on a map, and how much. */
export default function TollsScreen() {
  const say = useSay()
  const style = useDisplayStyle()
  const factOf = useMemo(
    () =>
      ({ price, state }: JsonObject) => (
        <span style={{ whiteSpace: 'nowrap' }}>
          {state === '1' ? null : (
            <>
              <Badge>{say('tolls.off')}</Badge>{' '}
            </>
          )}
          <span style={{ fontVariantNumeric: 'tabular-nums' }}>
            {typeof price === 'number' || typeof price === 'string' ? moneyText(price, style) : ''}
          </span>
        </span>
      ),
    [say, style],
  )
  return (
    <AreaBoard
      resource="tolls"
      areaField="coordinates"
      bound={UNBOUND}
      colourOf={colourOf}
      factOf={factOf}
      heading="h1"
      empty={say('tolls.none')}
      height="var(--page-height)"
    />
  )
}

const UNBOUND: JsonObject = {}
// One that is not charged is drawn in grey.
const colourOf = ({ state }: JsonObject): string => (state === '0' ? '#78909c' : '#c2410c')
