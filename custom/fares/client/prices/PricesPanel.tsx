import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { LinkBase } from 'react-admin'
import { FailedNotice, type PanelProps } from '#engine/client'
import { Notice, useSay } from '#engine/ui'
import { BY_ZONES } from '../tarif-type'
import { PricesEditor } from './PricesEditor'
import { usePrices } from './use-prices'

/** Panel `tarif-prices`, at /tarifs/:id_tarif/prices: what a trip costs between any two zones of the tariff. */
export default function PricesPanel({ record }: PanelProps) {
  const say = useSay()
  const id_tarif = Number(record['id'])
  const prices = usePrices(id_tarif)
  const { matrix, failure, reload } = prices
  if (failure && !matrix) {
    return <FailedNotice title={say('prices.load_failed')} failure={failure} onRetry={reload} />
  }
  if (!matrix) return <Skeleton variant="rounded" height={360} sx={{ mt: 1.5 }} />
  const note =
    record['type'] === BY_ZONES ? null : (
      <Alert severity="info" sx={{ mt: 1.5 }}>
        {say('prices.unused')}
      </Alert>
    )
  if (matrix.zones.length === 0) {
    return (
      <>
        {note}
        <Notice
          icon="empty"
          title={say('prices.no_zones')}
          text={say('prices.no_zones_text')}
          action={
            <Button variant="outlined" color="inherit" component={LinkBase} to={`/tarifs/${id_tarif}/zones`}>
              {say('prices.to_zones')}
            </Button>
          }
        />
      </>
    )
  }
  return <PricesEditor prices={prices} matrix={matrix} note={note} />
}
