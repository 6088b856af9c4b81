import { styled } from '@mui/material/styles'
import { Badge, type CellProps, numberText, useDisplayStyle, useSay } from '#engine/ui'
import { type JsonObject, todayIn } from '#engine/model'

type PromotionState = 'valid' | 'later' | 'over' | 'used_up' | 'inactive' | 'invalid'

/**
 * Whether a promotion can be used now. The server says so (`valid`); the reason is derived from what the record shows.
 * @param today `YYYY-MM-DD` by the calendar of its dates
 */
export function promotionState(record: JsonObject, today: string): PromotionState {
  const { state, valid, valid_from, valid_to } = record
  if (state !== '1') return 'inactive'
  if (valid === true || valid === 1) return 'valid'
  if (typeof valid_from === 'string' && valid_from > today) return 'later'
  if (typeof valid_to === 'string' && valid_to < today) return 'over'
  if ((usedShare(record) ?? 0) >= 1) return 'used_up'
  return valid === undefined || valid === null ? 'valid' : 'invalid'
}

/** Part of the uses that is used up, 0 to 1 and more; null: there is no limit. */
export function usedShare({ used, use_limit, used_pct }: JsonObject): number | null {
  const limit = Number(use_limit ?? 0)
  if (!(limit > 0)) return null
  return typeof used_pct === 'number' ? used_pct / 100 : Number(used ?? 0) / limit
}

const COLOR: { readonly [state in PromotionState]: string | undefined } = {
  valid: 'success',
  later: 'info',
  used_up: 'warning',
  over: undefined,
  inactive: undefined,
  invalid: undefined,
}

/** Whether a promotion can be used today, and if not, why. */
export function PromotionStateCell({ record }: CellProps) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const state = promotionState(record, todayIn(zone))
  return <Badge color={COLOR[state]}>{say(`fares.promotion.${state}`)}</Badge>
}

/** How often a promotion was used, out of its limit, as a bar. */
export function PromotionUsedCell({ value, record }: CellProps) {
  const say = useSay()
  const style = useDisplayStyle()
  const share = usedShare(record)
  const used = numberText(Number(value), style)
  if (share === null) return <>{used}</>
  const percent = Math.round(share * 100)
  return (
    <Pair>
      <span>{say('fares.promotion.used_of', { used, limit: numberText(Number(record['use_limit']), style) })}</span>
      <Bar aria-hidden>
        <i style={{ width: `${Math.min(100, percent)}%` }} data-full={share >= 1} />
      </Bar>
      <small>{percent} %</small>
    </Pair>
  )
}

const Pair = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  verticalAlign: 'middle',
  alignItems: 'center',
  gap: 8,
  whiteSpace: 'nowrap',
  '& small': {
    minWidth: 36,
    textAlign: 'right',
    fontSize: theme.typography.pxToRem(12.5),
    color: theme.palette.text.secondary,
  },
}))

const Bar = styled('span')(({ theme }) => ({
  display: 'block',
  width: 64,
  height: 6,
  borderRadius: 3,
  overflow: 'hidden',
  backgroundColor: theme.palette.action.selected,
  '& > i': { display: 'block', height: '100%', borderRadius: 3, backgroundColor: theme.palette.primary.main },
  '& > i[data-full=true]': { backgroundColor: theme.palette.warning.main },
}))
