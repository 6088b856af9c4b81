import { useEffect, useMemo, useRef, useState } from 'react'
import { errorsIn } from '../../../../src/client/provider/failure'
import type { DispatcherService } from '../../model/dispatcher-service'
import { OVER } from '../../model/service-state'
import type { ServiceFormProps } from '../service-form'
import { proposedAnew } from './dates'
import { draftOf, type ServiceDraft } from './draft'
import { errorsOfDraft, panelOf } from './draft-faults'
import { focusIn } from './focus-in'
import { rebased } from './rebased'
import type { ServiceContext } from './service-context'
import type { TripRules } from './service-request'
import { placingAt } from './stops'
import { useAttempt } from './use-attempt'
import { useClientData } from './use-client-data'
import type { Finding } from './use-client-search'
import { useClosing } from './use-closing'
import type { FormData } from './use-form-data'
import { useFavourites } from './use-favourites'
import { useFormErrors, type Sentences } from './use-form-errors'
import { useHeldDraft } from './use-held-draft'
import { useOpenPanels } from './use-open-panels'
import { usePriced } from './use-priced'
import { useSaving } from './use-saving'
import { useTripSync } from './use-trip-sync'

/** All that happens in the form of one service. */
export function useServiceForm(props: ServiceFormProps & { readonly data: FormData; readonly first: ServiceDraft }) {
  const { subject, trip, data, first, onSaved, fleet, onFindDriver, onAddClient } = props
  const box = useRef<HTMLElement>(null)
  const [item, setItem] = useState<DispatcherService | null>(subject.kind === 'edit' ? data.item : null)
  const held = useHeldDraft(subject, first, item?.version ?? null)
  const { draft, change } = held
  const rules = useMemo((): TripRules => ({ optional_destination: data.optional_destination }), [data])
  const base = useMemo(() => (item && item !== data.item ? draftOf(item) : first), [item, data, first])
  const client = useClientData(draft.client?.id ?? null, item?.id ?? null)
  const priced = usePriced(draft, { base, item, rules, client: client.data, payments: data.payments })
  const minutes = priced.product?.min_time_to_schedule ?? 0
  useEffect(() => {
    if (draft.when !== 'booking' || draft.dates_by_hand) return
    const dates = proposedAnew(draft.dates, Date.now(), minutes)
    if (dates !== draft.dates) change({ dates })
  })
  const panels = useOpenPanels()
  const told = useFormErrors(draft)
  const saver = useSaving((saved) => {
    held.forget()
    onSaved(saved)
  })
  const isLocked = !data.may.edit || (item !== null && (OVER as readonly string[]).includes(item.state))
  const isOpen = !isLocked && !saver.busy && saver.saved === null
  const [pointed, setPlacing] = useState<number | null>(null)
  // Where it has a place already, the next one goes to the first that has none.
  const isPointed = pointed !== null && pointed < draft.stops.length && draft.stops[pointed]?.point === null
  const placing = isOpen ? (isPointed ? pointed : placingAt(draft.stops)) : null
  useTripSync(trip, { stops: draft.stops, polyline: priced.isAgreed && item ? item.polyline : (priced.offers?.polyline ?? item?.polyline ?? null), placing, change })

  const focus = (source: string): void => {
    panels.reveal(panelOf(source))
    focusIn(box.current, source)
  }
  const show = (errors: Sentences): void => {
    told.tell(errors, draft)
    for (const source of Object.keys(errors)) panels.reveal(panelOf(source))
    const [first_wrong] = Object.keys(errors)
    if (first_wrong !== undefined) focus(first_wrong)
  }
  const { refusal } = saver
  const latest = useRef({ show, draft: priced.filled, rules })
  useEffect(() => {
    latest.current = { show, draft: priced.filled, rules }
  })
  useEffect(() => {
    if (refusal) latest.current.show(errorsOfDraft(refusal.errors, latest.current.draft, latest.current.rules))
  }, [refusal])
  const [isFinding, setFinding] = useState(false)
  const favourites = useFavourites(client, change, data.max_stops, isOpen && draft.client !== null)
  const { attempt, isWaiting } = useAttempt({
    subject, item, base, rules, held, priced, isAsking: client.busy, isPending: isFinding || favourites.isWaiting, saver, isOpen,
    onFaults: (errors) => {
      saver.settle()
      show(errors)
    },
  })
  const closing = useClosing({ box, isDirty: held.isDirty, onClosed: props.onClosed, forget: held.forget })
  // What a price was refused for stands at its field at once.
  const priceErrors = priced.failure && !priced.isAgreed ? errorsOfDraft(errorsIn(priced.failure), draft, rules) : NONE
  const context: ServiceContext = {
    subject, data: item ? { ...data, item } : data, draft, change, client, priced, errors: { ...priceErrors, ...told.errors }, isOpen, isLocked, placing, setPlacing,
    board: { fleet, onFindDriver, onAddClient }, focus,
  }
  return {
    box, context, panels, saver, held, attempt, isWaiting, closing, favourites,
    /** A client is looked for who was chosen already; what waits for him goes with him. */
    find(finding: Finding): void {
      setFinding(finding === 'finding')
      if (finding === 'lost') favourites.drop()
    },
    /** Goes on with what somebody else saved. */
    take(theirs: DispatcherService, mine: boolean): void {
      setItem(theirs)
      if (mine) change(rebased(draft, base, draftOf(theirs)))
      else held.restart(draftOf(theirs))
      saver.settle()
    },
    discard: () => held.restart(base),
  }
}

const NONE: Sentences = {}
