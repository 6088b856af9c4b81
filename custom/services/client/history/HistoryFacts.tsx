import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { ReactNode } from 'react'
import { RecordLink, useConsole } from '#engine/client'
import { AppLink, dateTimeText, useDisplayStyle, useSay } from '#engine/ui'
import { routeText } from '../../../fares/client'
import type { ServiceHistory } from '../../model/history-calls'
import { fieldTitle } from './field-title'

/** Who rode with whom, how, and what was said: an empty fact is left out. */
export function HistoryFacts({ history }: { readonly history: ServiceHistory }) {
  const say = useSay()
  const style = useDisplayStyle()
  const { model } = useConsole()
  const { service, planned, driven } = history
  const person = (module: string, id: number | null, ...names: readonly (string | null)[]): ReactNode => {
    const name = names.filter(Boolean).join(' ')
    if (id === null || name === '') return null
    return (
      <RecordLink key={module} of={module} id={id}>
        {name}
      </RecordLink>
    )
  }
  const way = ({ distance, duration }: ServiceHistory['planned']): string | null =>
    distance === null || duration === null ? null : routeText({ distance, duration }, style)
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      say('dispatcher.info.client'),
      called(person('clients', service.id_client, service.cl_name, service.cl_surname), service.cl_phone),
    ],
    [
      say('dispatcher.info.invited'),
      service.invited === 1 ? called(service.invited_name, service.invited_phone) : null,
    ],
    [
      say('dispatcher.card.driver'),
      called(person('drivers', service.id_driver, service.dr_name, service.dr_surname), service.dr_phone),
    ],
    [say('dispatcher.card.vehicle'), service.ve_plate],
    [say('dispatcher.info.company'), service.co_name && [service.co_name, service.ca_name].filter(Boolean).join(' · ')],
    [say('services.history.cost_center'), history.cost_center],
    [say('services.history.branch'), service.br_name],
    [say('dispatcher.info.product'), service.pr_name],
    [say('services.history.tariff'), history.tariff],
    [say('services.history.payment'), service.pm_name],
    [say('services.history.promotion'), service.promo_code],
    [say('services.history.subscription'), history.subscription],
    [say('dispatcher.info.seats'), service.capacity_1],
    [say('services.history.planned'), way(planned)],
    [say('services.history.driven'), driven ? way(driven) : '—'],
    [say('services.history.return'), service.is_return === 1 ? say('services.history.with_return') : null],
    service.by_operator === 1
      ? [say('dispatcher.info.operator'), service.op_name]
      : [say('services.history.booked_by'), bookedBy(service, say)],
    [say('services.trip_reason'), service.trip_reason],
    [say('dispatcher.info.notes'), service.notes],
    ...Object.entries(service.custom_fields)
      .filter(([, value]) => value !== null && value !== '')
      .map(([name, value]): readonly [string, ReactNode] => [
        fieldTitle(model, name),
        typeof value === 'boolean' ? say(value ? 'ra.boolean.true' : 'ra.boolean.false') : String(value),
      ]),
    [
      say('services.history.review'),
      history.review &&
        [
          say(`services.history.review_states.${history.review}`),
          history.reviewer,
          history.date_reviewed && dateTimeText(history.date_reviewed, style.zone),
        ]
          .filter(Boolean)
          .join(' · '),
    ],
    [
      say('services.history.review_why'),
      history.review_why && say(`services.history.review_whys.${history.review_why}`),
    ],
    [
      say('dispatcher.info.canceled'),
      history.canceled && ([history.canceled.by, history.canceled.reason].filter(Boolean).join(' · ') || '—'),
    ],
    [
      say('services.history.cloned_from'),
      history.cloned_from && (
        <AppLink key="cloned" to={`/services/${history.cloned_from}`}>
          {history.cloned_from}
        </AppLink>
      ),
    ],
  ]
  return (
    <Box component="dl" sx={FACTS}>
      {facts
        .filter(([, value]) => value !== null && value !== '' && value !== undefined)
        .map(([name, value]) => (
          <Box key={name} sx={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Box>
        ))}
    </Box>
  )
}

/** Who booked a service that no operator took: its client, or somebody of their company by name. */
function bookedBy(
  { id_client, id_user_created, ucr_name }: ServiceHistory['service'],
  say: ReturnType<typeof useSay>,
): string | null {
  return id_user_created === id_client ? say('services.history.booked_self') : ucr_name
}

function called(name: ReactNode, phone: string | null): ReactNode {
  if (!name) return null
  return phone ? (
    <>
      {name} ·{' '}
      <Link href={`tel:${phone.replace(/[^+\d]/g, '')}`} underline="hover">
        {phone}
      </Link>
    </>
  ) : (
    name
  )
}

const FACTS = {
  m: 0,
  display: 'grid',
  gridTemplateColumns: 'minmax(90px, max-content) minmax(0, 1fr)',
  columnGap: 2,
  rowGap: 0.75,
  fontSize: 13,
  lineHeight: '20px',
  '& dt': { color: 'text.secondary', fontSize: 12.5 },
  '& dd': { m: 0, overflowWrap: 'anywhere' },
} as const
