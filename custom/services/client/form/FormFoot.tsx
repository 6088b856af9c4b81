import ArrowDropDown from '@mui/icons-material/ArrowDropDown'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonGroup from '@mui/material/ButtonGroup'
import Checkbox from '@mui/material/Checkbox'
import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { moneyText, useDisplayStyle, useSay, dateTimeText } from '#engine/ui'
import { routeText } from '../../../fares/client'
import type { AfterSaving, ServiceFormProps } from '../service-form'
import { OverLimit } from './OverLimit'
import { savingModes } from './saving-modes'
import { useService } from './service-context'
import { usePickup } from './use-pickup'
import type { Priced } from './use-priced'
import { failureText } from '#engine/client'

/** What each date of a booking costs, or why it cannot be had then. */
function DatePrices({ dated: { asked, answer, busy, failure, retry } }: { dated: NonNullable<Priced['dated']> }) {
  const say = useSay()
  const style = useDisplayStyle()
  if (failure) {
    return (
      <Box role="alert" sx={{ display: 'flex', alignItems: 'center', gap: 1, fontSize: 13, color: 'error.main' }}>
        <span>{failureText(failure, say)}</span>
        <Button size="small" color="inherit" onClick={retry}>
          {say('actions.retry')}
        </Button>
      </Box>
    )
  }
  if (!answer || !asked)
    return <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{say('services.form.dates.loading')}</Box>
  return (
    <Box component="ul" aria-label={say('services.form.dates.title')} aria-busy={busy} tabIndex={0} sx={LIST}>
      {answer.items.map(({ date, price, error }) => (
        <li key={date}>
          <span>{dateTimeText(date, style.zone)}</span>
          {error ? (
            <Box component="em" sx={{ color: 'error.main' }}>
              {error}
            </Box>
          ) : (
            <span>{price === null ? '' : moneyText(price, style)}</span>
          )}
        </li>
      ))}
    </Box>
  )
}

const LIST = {
  m: 0,
  p: 0,
  listStyle: 'none',
  maxHeight: { xs: 66, sm: 112 },
  overflowY: 'auto',
  fontSize: 13,
  fontVariantNumeric: 'tabular-nums',
  '&[aria-busy=true]': { opacity: 0.6 },
  '& li': { display: 'flex', justifyContent: 'space-between', gap: 1.5, lineHeight: '22px' },
  '& li > :first-of-type': { flex: 'none' },
  '& em': { fontStyle: 'normal', textAlign: 'end' },
} as const

interface FormFootProps {
  readonly busy: boolean
  /** It is saved as soon as the price is here. */
  readonly waiting: boolean
  readonly onSave: (after: AfterSaving) => void
  readonly leaving: ServiceFormProps['leaving']
}

/** The price, and the buttons that save the form. */
export function FormFoot({ busy, waiting, onSave, leaving }: FormFootProps) {
  const say = useSay()
  const style = useDisplayStyle()
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  const service = useService()
  const { draft, data, priced, isOpen } = service
  const { price, toll, offers, dated, product } = priced
  const pickup = usePickup()
  const branch = data.branches.length > 1 ? data.branches.find(({ id }) => id === offers?.id_branch)?.name : undefined
  // Of another trip than the one that is asked for now, and cannot be had: the last price is none.
  const isUnpriced = priced.failure !== null && !priced.isAgreed
  const total = isUnpriced ? null : dated ? sumOf(dated) : price === null ? null : price + (toll ?? 0)
  const people = 1 + (draft.group?.length ?? 0)
  const rides = people * (dated?.asked?.dates.length ?? 1) * (draft.date_return === undefined ? 1 : 2)
  const facts = [
    product?.name,
    branch,
    dated && say('services.form.dates.sum', { n: dated.asked?.dates.length ?? 0 }),
    offers && !isUnpriced && routeText(offers, style),
    total !== null && toll ? say('services.form.price.with_toll') : '',
    ...(rides > (dated?.asked?.dates.length ?? 1) ? [say('services.form.group.rides', { smart_count: rides })] : []),
  ]
  const modes = savingModes(service)
  const [first] = modes
  // Spec 1 §5: not without a client and a product.
  const missing = !draft.client
    ? 'services.form.errors.client'
    : priced.filled.id_product === null
      ? 'services.form.errors.product'
      : null
  return (
    <Box
      sx={{
        px: 2,
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
        display: 'grid',
        gap: 0.75,
        gridTemplateColumns: 'minmax(0, 1fr)',
        flexShrink: 0,
      }}
    >
      {dated && <DatePrices dated={dated} />}
      <OverLimit />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }} aria-live="polite">
          {total !== null && (
            <Typography sx={{ fontWeight: 600, fontSize: 16, lineHeight: 1.2, fontVariantNumeric: 'tabular-nums' }}>
              {moneyText(total, style)}
            </Typography>
          )}
          {isUnpriced && (
            <Typography sx={{ fontWeight: 600, lineHeight: 1.2, color: 'error.main' }}>
              {say('services.form.price.none')}
            </Typography>
          )}
          {(pickup.minutes !== null || pickup.isNobody) && (
            <Box
              sx={{
                fontSize: 13,
                lineHeight: '18px',
                color: pickup.isNobody ? 'warning.main' : undefined,
                fontWeight: pickup.isNobody ? 400 : 600,
              }}
            >
              {pickup.minutes === null
                ? say('services.form.pickup.nobody')
                : say('services.form.pickup.in', { smart_count: pickup.minutes })}
            </Box>
          )}
          <Typography variant="caption" component="div" sx={{ color: 'text.secondary', lineHeight: '16px' }}>
            {waiting ? say('services.form.waiting') : facts.filter(Boolean).join(' · ')}
          </Typography>
        </Box>
        <ButtonGroup
          variant="contained"
          disabled={!isOpen || missing !== null}
          title={missing ? say(missing) : undefined}
        >
          <Button loading={busy || waiting} onClick={() => onSave(first)}>
            {say(`services.form.save.${first}`)}
          </Button>
          {(modes.length > 1 || leaving) && (
            <Button
              size="small"
              sx={{ px: 0.5, minWidth: 32 }}
              aria-label={say('services.form.save.more')}
              aria-haspopup="menu"
              onClick={({ currentTarget }) => setMenu(currentTarget)}
            >
              <ArrowDropDown />
            </Button>
          )}
        </ButtonGroup>
      </Box>
      <Menu
        anchorEl={menu}
        open={menu !== null}
        onClose={() => setMenu(null)}
        anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
        transformOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      >
        {modes.map((mode) => (
          <MenuItem
            key={mode}
            onClick={() => {
              setMenu(null)
              onSave(mode)
            }}
          >
            {say(`services.form.save.${mode}`)}
          </MenuItem>
        ))}
        {leaving && <Divider />}
        {leaving && (
          <MenuItem
            role="menuitemcheckbox"
            aria-checked={leaving.on}
            sx={{ paddingInlineStart: 1 }}
            onClick={() => {
              setMenu(null)
              leaving.turn(!leaving.on)
            }}
          >
            <Checkbox size="small" checked={leaving.on} tabIndex={-1} disableRipple sx={{ p: 0.5 }} />
            {say('services.form.save.leaves')}
          </MenuItem>
        )}
      </Menu>
    </Box>
  )
}

/** Of all dates; null while it is not known, or hidden. */
const sumOf = ({ busy, failure, answer }: NonNullable<Priced['dated']>): number | null =>
  busy || failure ? null : (answer?.total ?? null)
