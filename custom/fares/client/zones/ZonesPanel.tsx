import Alert from '@mui/material/Alert'
import { useMemo } from 'react'
import type { JsonObject } from '#engine/model'
import type { PanelProps } from '#engine/client'
import { useSay } from '#engine/ui'
import { AreaBoard } from '../../../geo/client'
import { randomColour } from '../../model/zones/zone-colour'
import { BY_ZONES } from '../tarif-type'

/** Panel `tarif-zones` of a tariff's page: its zones on a map. */
export default function ZonesPanel({ record }: PanelProps) {
  const say = useSay()
  const id_tarif = Number(record['id'])
  const bound = useMemo<JsonObject>(() => ({ id_tarif }), [id_tarif])
  return (
    <AreaBoard
      resource="zones"
      areaField="path"
      bound={bound}
      begin={begin}
      colourOf={colourOf}
      heading="h2"
      empty={say('zones.none')}
      height="max(480px, calc(var(--page-height) - 150px))"
      note={
        record['type'] === BY_ZONES ? undefined : (
          <Alert severity="info" sx={{ mx: 2, mb: 1 }}>
            {say('zones.unused')}
          </Alert>
        )
      }
    />
  )
}

const begin = (): JsonObject => ({ color: randomColour() })
const colourOf = ({ color }: JsonObject): string =>
  typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color) ? color : '#607d8b'
