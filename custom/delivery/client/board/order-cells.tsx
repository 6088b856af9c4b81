import { timeText, wallTime } from '#engine/model'
import { mayOpen, useConsole } from '#engine/client'
import { AppLink, Badge, useDisplayStyle, type CellProps } from '#engine/ui'
import { lineTexts } from '../../model/line-texts'

type Lines = Parameters<typeof lineTexts>[0]

/** An order's articles as its store reads them, a line each; in an answer without them, their number. */
export function LinesCell({ record, value }: CellProps) {
  const lines = record['order_articles'] as unknown as Lines | undefined
  if (!lines?.length) return <>{typeof value === 'number' ? value : ''}</>
  return (
    <span data-whole style={{ display: 'block', whiteSpace: 'normal' }}>
      {lineTexts(lines).map((line, at) => (
        <span key={at} style={{ display: 'block' }}>
          {line}
        </span>
      ))}
    </span>
  )
}

/** Who brings it, and when they are there. */
export function CourierCell({ record }: CellProps) {
  const { zone } = useDisplayStyle()
  const eta = record['date_courier_eta']
  const at = typeof eta === 'string' ? timeText(wallTime(eta, zone)?.time ?? '') : ''
  return (
    <bdi>{[[record['dr_name'], record['dr_surname']].filter(Boolean).join(' '), at].filter(Boolean).join(' · ')}</bdi>
  )
}

/** Whether a store takes orders now, or why not. */
export function OpenCell({ record }: CellProps) {
  const { open_text: text, is_open: open } = record
  if (typeof text !== 'string') return null
  return <Badge color={open === 1 ? 'success' : 'warning'}>{text}</Badge>
}

/** How many stores a partner has, as a link to them. */
export function StoreCountCell({ record, value }: CellProps) {
  const { model, actor } = useConsole()
  const { id = null } = record
  if (typeof value !== 'number' || typeof id !== 'number') return null
  if (value === 0 || !mayOpen(actor, model, 'stores', 'list')) return <>{value}</>
  return (
    <AppLink to={`/stores?id_partner=${id}`} color="inherit">
      {value}
    </AppLink>
  )
}
