import CalculateOutlined from '@mui/icons-material/CalculateOutlined'
import SyncProblem from '@mui/icons-material/SyncProblem'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Skeleton from '@mui/material/Skeleton'
import { sentenceOf } from '#engine/client'
import { LiveText, Message, useDisplayStyle, useSay } from '#engine/ui'
import type { QuoteAnswer } from '../../model/quote-call'
import { FareLines } from './FareLines'
import { minorText } from '../../model/fare-text'
import type { Quoted } from './use-quote'
import { routeText } from './route-text'

interface FareResultProps {
  readonly quoted: Quoted
  /** There is an error at a field, which shows it. */
  readonly isMarked: boolean
  /** The error, when it has no field here. */
  readonly elsewhere: string
  readonly here: { readonly resource: string; readonly id: number }
}

/** What the trip costs, line by line, or why there is no price yet. */
export function FareResult({
  quoted: { answer: quote, failure, busy, retry },
  isMarked,
  elsewhere,
  here,
}: FareResultProps) {
  const say = useSay()
  if (failure) {
    return (
      <Notice>
        <Message
          icon={<SyncProblem />}
          tone="error"
          title={say('fares.try.failed')}
          text={elsewhere || (isMarked ? say('fares.try.mend') : (sentenceOf(failure) ?? undefined))}
          action={
            isMarked ? undefined : (
              <Button variant="outlined" onClick={retry}>
                {say('actions.retry')}
              </Button>
            )
          }
        />
      </Notice>
    )
  }
  if (!quote) {
    if (busy) return <Waiting />
    return (
      <Notice>
        <Message
          icon={<CalculateOutlined />}
          title={say(isMarked ? 'fares.try.mend' : 'fares.try.empty')}
          text={isMarked ? undefined : say('fares.try.empty_text')}
        />
      </Notice>
    )
  }
  return <Priced quote={quote} busy={busy} here={here} />
}

function Priced({ quote, busy, here }: { quote: QuoteAnswer; busy: boolean; here: FareResultProps['here'] }) {
  const say = useSay()
  const style = useDisplayStyle()
  const { fare } = quote
  if (!fare)
    return (
      <Notice>
        <Message icon={<CalculateOutlined />} title={say('fares.try.hidden')} />
      </Notice>
    )
  const money = (amount: number): string => minorText(amount, fare, style)
  const facts: readonly (readonly [name: string, text: string])[] = [
    ...(fare.tax.included && fare.tax.amount
      ? [[say('fares.try.tax', { pct: fare.tax.pct }), money(fare.tax.amount)] as const]
      : []),
    ...(fare.price_fee === undefined ? [] : [[say('fares.try.fee'), money(fare.price_fee)] as const]),
    ...(fare.price_driver === undefined ? [] : [[say('fares.try.driver'), money(fare.price_driver)] as const]),
  ]
  return (
    <Box aria-busy={busy} sx={{ position: 'relative' }}>
      {busy && <LinearProgress aria-hidden sx={{ position: 'absolute', insetInline: 0, top: 0, height: 2 }} />}
      <Box sx={{ px: 1.5, py: 1, color: 'text.secondary', fontSize: 13, borderBottom: 1, borderColor: 'divider' }}>
        {[quote.tarif.name, routeText(quote, style)].filter(Boolean).join(' · ')}
        {quote.way === 'straight' && <> · {say('fares.try.straight')}</>}
        {quote.zones.from && quote.zones.to && <> · {`${quote.zones.from.name} → ${quote.zones.to.name}`}</>}
      </Box>
      <FareLines fare={fare} id_tarif={quote.id_tarif} here={here} />
      {facts.length > 0 && (
        <Box component="dl" sx={FACTS}>
          {facts.map(([name, text]) => (
            <Box key={name} sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
              <Box component="dt">{name}</Box>
              <Box component="dd" sx={{ m: 0 }}>
                {text}
              </Box>
            </Box>
          ))}
        </Box>
      )}
      <LiveText text={busy ? '' : say('fares.try.priced', { total: money(fare.total) })} />
    </Box>
  )
}

const Waiting = () => (
  <Box aria-busy sx={{ p: 1.5, display: 'grid', gap: 1 }}>
    <Skeleton width="60%" />
    {[0, 1, 2, 3].map((line) => (
      <Skeleton key={line} variant="rounded" height={44} />
    ))}
  </Box>
)

const Notice = ({ children }: { children: React.ReactNode }) => (
  <Box sx={{ display: 'grid', placeItems: 'center', p: 4 }}>{children}</Box>
)

const FACTS = {
  m: 0,
  px: 1.5,
  py: 1,
  display: 'grid',
  gap: 0.5,
  color: 'text.secondary',
  fontSize: 13,
  borderTop: 1,
  borderColor: 'divider',
} as const
