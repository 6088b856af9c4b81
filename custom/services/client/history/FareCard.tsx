import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { Suspense } from 'react'
import { ExplainButton } from '#engine/client'
import { moneyText, useDisplayStyle, useSay } from '#engine/ui'
import { FareLines } from '../../../fares/client'
import type { Fare } from '../../../fares/model'
import type { ServiceHistory } from '../../model/history-calls'
import { PRICE_PARTS } from '../../model/price-columns'

/** What it cost, line by line, with the rule of each; for staff also how it is shared. */
export function FareCard({
  history: { fare, service, price_fee, price_driver, is_fee_edited },
}: {
  readonly history: ServiceHistory
}) {
  const say = useSay()
  const style = useDisplayStyle()
  if (!fare && service.price_total === null) return <Box sx={FAINT}>{say('services.history.no_price')}</Box>
  const explained = (field: 'price_total' | 'price_driver' | 'price_cancel') => (
    <ExplainButton
      path="ledger/explain"
      resource="services"
      id={service.id}
      field={field}
      label={say(`ledger.explain.shares.${field}`)}
    />
  )
  const isCharged = service.state !== 'canceled' || (service.price_cancel ?? 0) > 0
  const lines = fare ? (
    <Suspense fallback={<Skeleton height={160} />}>
      <FareLines
        fare={fare as unknown as Fare}
        id_tarif={fare.id_tarif}
        here={{ resource: 'services', id: service.id }}
        more={service.price_total !== null && explained('price_total')}
      />
    </Suspense>
  ) : (
    <Plain history={{ service }} />
  )
  const quoted =
    service.state === 'canceled' &&
    service.price_total !== null &&
    say('services.history.quoted', { amount: moneyText(service.price_total, style) })
  return (
    <Box sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      {/* A total that nobody paid is no answer to what it cost. */}
      {isCharged ? (
        lines
      ) : (
        <>
          <Box sx={{ fontWeight: 600 }}>{quoted}</Box>
          <details>
            <Box component="summary" sx={AGREED}>
              {say('services.history.agreed_lines')}
            </Box>
            {lines}
          </details>
        </>
      )}
      {fare !== null && fare.agreed !== null && (
        <Box sx={FAINT}>{say('services.history.agreed', { amount: moneyText(fare.agreed, style) })}</Box>
      )}
      {service.is_price_edited === 1 && <Box sx={FAINT}>{say('services.history.price_edited')}</Box>}
      {isCharged && quoted && <Box sx={FAINT}>{quoted}</Box>}
      {(service.price_cancel ?? 0) > 0 && (
        <Box sx={FAINT}>
          {say('services.history.penalty', { amount: moneyText(service.price_cancel ?? 0, style) })}
          {explained('price_cancel')}
        </Box>
      )}
      {isCharged && price_fee !== null && price_driver !== null && (
        <Box sx={FAINT} data-shares>
          {say('services.history.shares', { fee: moneyText(price_fee, style), driver: moneyText(price_driver, style) })}
          {explained('price_driver')}
          {is_fee_edited === 1 && ` ${say('services.history.fee_edited')}`}
        </Box>
      )}
    </Box>
  )
}

const PARTS = [...PRICE_PARTS, 'price_other', 'price_total'] as const

/** Of a service without a fare of its own: the sums that were written for it. */
function Plain({ history: { service } }: { readonly history: Pick<ServiceHistory, 'service'> }) {
  const say = useSay()
  const style = useDisplayStyle()
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: '1fr max-content',
        rowGap: 0.5,
        fontSize: 13,
        '& dd': { m: 0 },
      }}
    >
      {PARTS.filter((name) => (service[name] ?? 0) !== 0 || name === 'price_total').map((name) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <dt>{say(`services.history.parts.${name}`)}</dt>
          <dd>{moneyText((service[name] ?? 0) * (name === 'price_promo' ? -1 : 1), style)}</dd>
        </Box>
      ))}
    </Box>
  )
}

const AGREED = { cursor: 'pointer', fontSize: 13, mb: 1, width: 'max-content' } as const
const FAINT = { color: 'text.secondary', fontSize: 12.5 } as const
