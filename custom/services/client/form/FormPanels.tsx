import { useConsole } from '#engine/client'
import { dateTimeText, useDisplayStyle, useSay } from '#engine/ui'
import { ClientPanel } from './ClientPanel'
import { CustomFields, customFieldNames } from './CustomFields'
import { panelOf } from './draft-faults'
import { DriverPanel } from './DriverPanel'
import { Favourites } from './Favourites'
import { FormPanel } from './FormPanel'
import { NotesPanel } from './NotesPanel'
import { PaymentPanel } from './PaymentPanel'
import { ProductPanel } from './ProductPanel'
import { useService } from './service-context'
import { StopsPanel } from './StopsPanel'
import type { Finding } from './use-client-search'
import type { OpenPanels, PanelName } from './use-open-panels'
import type { Favourites as KnownPlaces } from './use-favourites'
import { WhenPanel } from './WhenPanel'

interface FormPanelsProps {
  readonly panels: OpenPanels
  readonly searches: number
  /** Grows when other values than the typed ones have come into the draft: what keeps its own begins anew. */
  readonly renewed: number
  readonly favourites: KnownPlaces
  readonly onChosen: () => void
  readonly onFinding: (finding: Finding) => void
}

/** The parts of the form in the order of a call: who, from where to where, when, with what. */
export function FormPanels({ panels, searches, renewed, favourites: { places, pick, press }, onChosen, onFinding }: FormPanelsProps) {
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
      <ClientPanel searches={searches} onChosen={onChosen} onFinding={onFinding} onDigit={press} />
      {part('stops', <>
        {draft.client && isOpen && <Favourites places={places} onPick={pick} />}
        <StopsPanel />
      </>)}
      {part('when', <WhenPanel />)}
      {part('product', <ProductPanel />)}
      {part('payment', <PaymentPanel />)}
      {(data.may.request || data.item?.id_driver) && part('driver', <DriverPanel />)}
      {part('notes', <NotesPanel />)}
      {customFieldNames(model).length > 0 && part('fields', <CustomFields key={renewed} />)}
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
  const vehicle = board.fleet?.find(({ id }) => id === draft.id_vehicle)
  const driver = [data.item?.dr_name, data.item?.dr_surname].filter(Boolean).join(' ')
  const payment = data.payments.find(({ id }) => id === priced.filled.id_payment)?.name
  return {
    stops: stops.flatMap(({ address }) => (address ? [address.split(',')[0]] : [])).join(' → '),
    when: when === 'now' ? say('services.form.when.now') : dates.length > 1 ? say('services.form.when.count', { n: dates.length }) : first ? dateTimeText(first, zone) : '',
    product: priced.product?.name ?? '',
    payment: [payment, draft.promotion].filter(Boolean).join(' · '),
    driver: driver || vehicle?.plate || '',
    notes: notes.split('\n')[0] ?? '',
  }
}
