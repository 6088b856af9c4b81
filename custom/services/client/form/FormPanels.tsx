import { useConsole } from '#engine/client'
import { dateTimeText, moneyText, useDisplayStyle, useSay, TextBox, ChoiceSelect } from '#engine/ui'
import { ClientPanel } from './ClientPanel'
import { customFieldNames, type FormClient } from './draft'
import { panelOf } from './draft-errors'
import { useVehicle } from '../fleet-store'
import { DriverPanel } from './DriverPanel'
import { Favourites, WaitingPlaces } from './Favourites'
import { ProductPanel } from './ProductPanel'
import { useService } from './service-context'
import { StopsPanel } from './StopsPanel'
import type { Finding } from './use-client-search'
import type { TypedCaller } from '../desk/enquiry'
import type { OpenPanels, PanelName } from './use-open-panels'
import type { FavouriteKeys as KnownPlaces } from './use-favourites'
import { WhenPanel } from './WhenPanel'
import Box from '@mui/material/Box'
import ExpandMore from '@mui/icons-material/ExpandMore'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, useId, useRef, type ReactNode } from 'react'

// Few have such fields.
const CustomFields = lazy(() => import('./CustomFields'))

interface FormPanelProps {
  readonly title: string
  /** What is in it, in few words, while it is closed. */
  readonly summary?: string
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
  /** Something in it is wrong. */
  readonly isWrong: boolean
  readonly children: ReactNode
}

/** A part of the form under a title that opens and closes it; closed, it says in few words what is in it. */
function FormPanel({ title, summary = '', open, onOpen, isWrong, children }: FormPanelProps) {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  const press = (): void => {
    onOpen(!open)
    // What opens below the edge would open unseen.
    if (!open) requestAnimationFrame(() => section.current?.scrollIntoView({ block: 'nearest' }))
  }
  return (
    <Box
      ref={section}
      component="section"
      aria-labelledby={`${id}-title`}
      sx={{ borderTop: 1, borderColor: 'divider' }}
    >
      <Typography component="h3" sx={{ m: 0 }}>
        <ButtonBase id={`${id}-title`} aria-expanded={open} aria-controls={id} onClick={press} sx={HEAD}>
          <Box
            component="span"
            sx={{ fontWeight: 600, fontSize: 13.5, color: isWrong ? 'error.main' : 'text.primary', flex: 'none' }}
          >
            {title}
          </Box>
          <Box component="span" sx={SUMMARY}>
            {open ? '' : summary}
          </Box>
          <ExpandMore
            aria-hidden
            fontSize="small"
            sx={{ color: 'text.secondary', transform: open ? 'rotate(180deg)' : 'none' }}
          />
        </ButtonBase>
      </Typography>
      <Box
        id={id}
        hidden={!open}
        sx={{ px: 2, pb: 1.5, display: open ? 'grid' : 'none', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        {open && children}
      </Box>
    </Box>
  )
}

const HEAD = {
  width: 1,
  px: 2,
  minHeight: 38,
  gap: 1,
  justifyContent: 'flex-start',
  textAlign: 'start',
  '&:focus-visible': { outlineOffset: -2 },
} as const
const SUMMARY = {
  flex: 1,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontSize: 13,
  color: 'text.secondary',
  textAlign: 'end',
} as const

const NO_FARE = { price_promo: null, price_saved: null } as const

/** How it is paid, and the promotion. */
function PaymentPanel() {
  const say = useSay()
  const style = useDisplayStyle()
  const {
    data,
    draft,
    change,
    errors,
    isOpen,
    priced: { filled, product, busy, asked, failure },
  } = useService()
  // What was typed since then is another code.
  const isOf = !busy && draft.promotion.trim() !== '' && asked?.promotion === draft.promotion.trim()
  const { price_promo, price_saved } = isOf && !failure && product ? product.fare : NO_FARE
  const [off, saved] = [price_promo ?? 0, price_saved ?? 0]
  const amount = moneyText(off, style)
  const counts =
    off <= 0
      ? undefined
      : off === saved
        ? say('services.form.payment.counts', { amount })
        : say('services.form.payment.counts_total', { amount, total: moneyText(saved, style) })
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)', alignItems: 'start' }}>
      <ChoiceSelect
        source="id_payment"
        label={say('services.form.payment.method')}
        required
        disabled={!isOpen}
        error={errors['id_payment']}
        value={filled.id_payment === null ? '' : String(filled.id_payment)}
        options={data.payments.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(value) => change({ id_payment: value ? Number(value) : null })}
      />
      <TextBox
        source="promotion"
        label={say('services.form.payment.promotion')}
        required={false}
        disabled={!isOpen}
        maxLength={30}
        error={errors['promotion']}
        help={counts}
        text={draft.promotion}
        onText={(text) => change({ promotion: text.toUpperCase() })}
      />
    </Box>
  )
}

/** What the driver should know. */
function NotesPanel() {
  const say = useSay()
  const { draft, change, errors, isOpen } = useService()
  return (
    <TextBox
      source="notes"
      label={say('services.form.notes.label')}
      minRows={2}
      maxLength={1000}
      required={false}
      disabled={!isOpen}
      error={errors['notes']}
      text={draft.notes}
      onText={(notes) => change({ notes })}
    />
  )
}

interface FormPanelsProps {
  readonly panels: OpenPanels
  readonly searches: number
  readonly onType: (caller: TypedCaller | null) => void
  readonly onHurried: () => void
  /** Begins the call of another client without what was typed for this one, which is put aside. */
  readonly onSplit?: (client: FormClient) => void
  /** Grows when other values than the typed ones have come into the draft: what keeps its own begins anew. */
  readonly renewed: number
  readonly favourites: KnownPlaces
  readonly onChosen: () => void
  readonly onFinding: (finding: Finding) => void
}

/** The parts of the form in the order of a call: who, from where to where, when, with what. */
export function FormPanels({
  panels,
  searches,
  renewed,
  favourites: { places, pick, press, waiting },
  onChosen,
  onFinding,
  onType,
  onHurried,
  onSplit,
}: FormPanelsProps) {
  const say = useSay()
  const { model } = useConsole()
  const { data, draft, errors, isOpen } = useService()
  const summaries = useSummaries()
  const part = (name: PanelName, content: React.ReactNode) => (
    <FormPanel
      key={name}
      title={say(`services.form.panels.${name}`)}
      summary={summaries[name]}
      open={panels.isOpen(name)}
      onOpen={(open) => panels.set(name, open)}
      isWrong={Object.entries(errors).some(([source, text]) => text && panelOf(source) === name)}
    >
      {content}
    </FormPanel>
  )
  return (
    <>
      <ClientPanel
        searches={searches}
        onChosen={onChosen}
        onFinding={onFinding}
        onDigit={press}
        onType={onType}
        onHurried={onHurried}
        onSplit={onSplit}
      />
      {part(
        'stops',
        <>
          {waiting.length > 0 && <WaitingPlaces digits={waiting} />}
          {draft.client && isOpen && <Favourites places={places} onPick={pick} />}
          <StopsPanel />
        </>,
      )}
      {part('when', <WhenPanel />)}
      {part('product', <ProductPanel />)}
      {part('payment', <PaymentPanel />)}
      {(data.may.request || data.item?.id_driver) && part('driver', <DriverPanel />)}
      {part('notes', <NotesPanel />)}
      {customFieldNames(model).length > 0 &&
        part(
          'fields',
          <Suspense>
            <CustomFields key={renewed} />
          </Suspense>,
        )}
    </>
  )
}

/** What each part says of itself while it is closed. */
function useSummaries(): { readonly [name in PanelName]?: string } {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const { data, draft, priced, board } = useService()
  const { when, dates, stops, notes } = draft
  const [first] = dates
  const vehicle = useVehicle(board.fleet, draft.id_vehicle)
  const driver = [data.item?.dr_name, data.item?.dr_surname].filter(Boolean).join(' ')
  const payment = data.payments.find(({ id }) => id === priced.filled.id_payment)?.name
  return {
    stops: stops.flatMap(({ address }) => (address ? [address.split(',')[0]] : [])).join(' → '),
    when:
      when === 'now'
        ? say('services.form.when.now')
        : dates.length > 1
          ? say('services.form.when.count', { n: dates.length })
          : first
            ? dateTimeText(first, zone)
            : '',
    product: priced.product?.name ?? '',
    payment: [payment, draft.promotion].filter(Boolean).join(' · '),
    driver: driver || vehicle?.plate || '',
    notes: notes.split('\n')[0] ?? '',
  }
}
