import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isSame } from '#engine/model'
import { errorsIn, rebased, useClosing, useConsole, useHeldDraft } from '#engine/client'
import { useSay } from '#engine/ui'
import { OVER } from '../../../service-states/model'
import type { TypedCaller } from '../desk/enquiry'
import type { ServiceFormProps } from '../service-form'
import { movedAlong, proposedAnew } from './dates'
import {
  customFieldNames,
  serviceDraftOf,
  emptyDraft,
  isEnquiry,
  withFields,
  type FormClient,
  type ServiceDraft,
} from './draft'
import { errorsOfDraft, panelOf } from './draft-errors'
import type { ServiceContext } from './service-context'
import type { TripRules } from './service-request'
import { placingAt } from './stops'
import { useAttempt } from './use-attempt'
import { useClientData } from './use-client-data'
import { useDeskCall } from './use-desk-call'
import type { Finding } from './use-client-search'
import { subjectKey, type FormData, type ServiceFormData } from './use-form-data'
import { useFavourites } from './use-favourites'
import { useFormErrors, type Sentences } from './use-form-errors'
import { useNews } from './use-news'
import { useOpenPanels } from './use-open-panels'
import { usePriced } from './use-priced'
import { useServiceSaving } from './use-service-saving'
import { useTripSync } from './use-trip-sync'

/**
 * A draft on top of what somebody else saved meanwhile. Stops that they took away are new ones.
 * @param base what the draft began with
 */
export function rebasedDraft(draft: ServiceDraft, base: ServiceDraft, theirs: ServiceDraft): ServiceDraft {
  const kept = rebased(draft, base, theirs)
  const known = new Set(theirs.stops.map(({ id }) => id))
  return { ...kept, stops: kept.stops.map((stop) => (known.has(stop.id) ? stop : { ...stop, id: null })) }
}

// Another shape of the draft is another draft.
const DRAFT_SHAPE = 3

// A control may not be there yet: its panel has just been opened, or its code is being fetched.
const TRIES = 12
const EVERY_MS = 50

/**
 * Puts the focus on the control of a source within a box, as soon as it is there.
 * @param isDrawn what it stands in is drawn already
 */
function focusIn(box: HTMLElement | null, source: string, isDrawn = false): void {
  let tries = 0
  const attempt = (): void => {
    const control = box && controlOf(box, source)
    if (control) {
      control.focus()
      // What is typed next replaces what stands there.
      if (control instanceof HTMLInputElement && isReplaced(control, source)) control.select()
      control.scrollIntoView({ block: 'nearest' })
    } else if (++tries < TRIES) setTimeout(attempt, EVERY_MS)
  }
  if (isDrawn) attempt()
  else setTimeout(attempt)
}

/** A name that is looked up, or the date that the form proposed. */
const isReplaced = (control: HTMLInputElement, source: string): boolean =>
  control.getAttribute('role') === 'combobox' || source.startsWith('scheduled_dates.')

function controlOf(box: HTMLElement, source: string): HTMLElement | null {
  const name = CSS.escape(source)
  const named = [...box.querySelectorAll<HTMLElement>(`[name="${name}"], [data-field="${name}"]`)]
  const [first] = named
  if (!first || first.hasAttribute('readonly')) return null
  // A select keeps its name on a hidden input next to the control; of several (a choice of one) the chosen one is
  // meant.
  if (first.getAttribute('aria-hidden') === 'true')
    return first.parentElement?.querySelector<HTMLElement>('[role=combobox]') ?? null
  return (
    named.find((one) => one instanceof HTMLInputElement && one.checked) ??
    named.find((one) => !one.hasAttribute('disabled')) ??
    null
  )
}

/** All that happens in the form of one service. */
export function useServiceForm(props: ServiceFormProps & { readonly data: FormData; readonly first: ServiceDraft }) {
  const { subject, trip, first, onSaved, fleet, onFindDriver, onAddClient } = props
  const { actor, model } = useConsole()
  const say = useSay()
  const box = useRef<HTMLElement>(null)
  const [renewedData, setData] = useState<FormData | null>(null)
  const data = renewedData ?? props.data
  const item = subject.kind === 'edit' ? data.item : null
  const desk = useDeskCall(props, data)
  const held = useHeldDraft(
    {
      key: desk?.isKept ? null : `${actor.id}.service${DRAFT_SHAPE}.${subjectKey(subject)}`,
      version: item?.version ?? null,
    },
    first,
    desk?.begun,
  )
  const { draft, base, change } = held
  const rules = useMemo((): TripRules => ({ optional_destination: data.optional_destination }), [data])
  const client = useClientData(draft.client?.id ?? null, item?.id ?? null)
  const priced = usePriced(draft, { base, item, rules, client: client.answer, payments: data.payments })
  const minutes = priced.product?.min_time_to_schedule ?? 0
  useEffect(() => {
    if (draft.when !== 'booking' || draft.dates_by_hand) return
    const dates = proposedAnew(draft.dates, Date.now(), minutes)
    if (dates !== draft.dates) change({ dates, date_return: movedAlong(draft.date_return, draft.dates, dates) })
  })
  const panels = useOpenPanels()
  const formErrors = useFormErrors(draft)
  const saver = useServiceSaving((saved) => {
    held.forget()
    onSaved(saved)
    desk?.saved()
  })
  const isLocked = !data.may.edit || (item !== null && (OVER as readonly string[]).includes(item.state))
  const isOpen = !isLocked && !saver.busy && saver.saved === null && !desk?.isOver
  const [pointed, setPlacing] = useState<number | null>(null)
  // Where it has a place already, the next one goes to the first that has none.
  const isPointed = pointed !== null && pointed < draft.stops.length && draft.stops[pointed]?.point === null
  const placing = isOpen ? (isPointed ? pointed : placingAt(draft.stops)) : null
  const radius_km = priced.product?.radius_of_request ?? data.request_radius
  const radius_m = data.may.request && isOpen && draft.when === 'now' && !item?.id_driver ? radius_km * 1000 : null
  useTripSync(trip, {
    stops: draft.stops,
    polyline: priced.isAgreed && item ? item.polyline : (priced.offers?.polyline ?? item?.polyline ?? null),
    placing,
    radius_m,
    change,
  })

  const focus = (source: string): void => {
    panels.reveal(panelOf(source))
    focusIn(box.current, source)
  }
  /** The same for a key: what is typed next goes there, however soon. @param first what makes room for it */
  const focusNow = (source: string, first_of_all?: () => void): void => {
    flushSync(() => {
      first_of_all?.()
      panels.reveal(panelOf(source))
    })
    focusIn(box.current, source, true)
  }
  const show = (errors: Sentences): void => {
    formErrors.showErrors(errors, draft)
    for (const source of Object.keys(errors)) panels.reveal(panelOf(source))
    const [first_wrong] = Object.keys(errors)
    if (first_wrong !== undefined) focus(first_wrong)
  }
  const { refusal, conflict } = saver
  const { ahead } = props
  useEffect(() => {
    if (refusal ?? conflict) ahead?.stop()
  }, [ahead, refusal, conflict])
  const latest = useRef({ show, draft: priced.filled, rules })
  useEffect(() => {
    latest.current = { show, draft: priced.filled, rules }
  })
  useEffect(() => {
    if (refusal) latest.current.show(errorsOfDraft(refusal.errors, latest.current.draft, latest.current.rules))
  }, [refusal])
  const [returned] = useState(desk?.refused ?? null)
  useEffect(() => {
    if (returned) latest.current.show(errorsOfDraft(returned.errors, latest.current.draft, latest.current.rules))
  }, [returned])
  const [isFinding, setFinding] = useState(false)
  const favourites = useFavourites(client, {
    of: draft.client?.id ?? null,
    change,
    max: data.max_stops,
    isOpen: isOpen && (draft.client !== null || isFinding),
    isFinding,
  })
  const content = { draft, digits: favourites.waiting }
  useEffect(() => desk?.note(held.isDirty, content))
  const sentKey = desk?.keyOf(content) ?? null
  const [renewed, setRenewed] = useState(0)
  /** Goes on with the service as it is now; `mine`: with what was changed here on top of it. */
  const goOn = (fresh: ServiceFormData, mine: boolean): void => {
    const next = withFields(serviceDraftOf(fresh.item), customFieldNames(model))
    const kept = mine ? rebasedDraft(draft, base, next) : next
    // The state that was chosen can no longer follow.
    const isOut = kept.new_state !== '' && !fresh.new_states.some(({ id }) => id === kept.new_state)
    const put = isOut ? { ...kept, new_state: '', new_state_date: null } : kept
    setData(fresh)
    if (mine) held.rebase(next, put)
    else held.restart(next)
    if (!isSame(put.custom_fields, draft.custom_fields)) setRenewed(renewed + 1)
  }
  const isHeld = saver.busy || saver.saved !== null || saver.conflict !== null
  const isRenewing = useNews(props.news ?? null, item, isHeld, (fresh) => goOn(fresh, held.isDirty))
  // Of the route that is there: what is asked for now may begin elsewhere.
  const { offers, busy } = priced
  const isElsewhere = offers?.outside === 1 && !busy && draft.stops.at(0)?.point !== null
  const { attempt, isWaiting } = useAttempt({
    item,
    base,
    rules,
    held,
    priced,
    isAsking: client.busy,
    isPending: isFinding || favourites.isWaiting || isRenewing,
    isOpen,
    sentKey,
    isElsewhere,
    cloned: subject.kind === 'clone' ? subject.id : (desk?.cloned ?? null),
    save: (input, after) => {
      if (subject.kind !== 'edit') props.ahead?.start()
      saver.save(input, after)
    },
    handOver:
      desk === null
        ? undefined
        : (input, after, key) => {
            held.forget()
            desk.send({ input, after, key, content })
          },
    onErrors: (errors) => {
      saver.settle()
      show(errors)
    },
  })
  const isNothing = subject.kind === 'new' && isEnquiry(draft, base)
  useForgotten(isNothing, held.forget)
  const isDirty = held.isDirty && !isNothing
  const closing = useClosing({ box, isDirty, onClosed: props.onClosed, forget: held.forget })
  // The reason why a price was refused is shown at its field at once.
  const priceErrors =
    priced.failure && !priced.isAgreed
      ? errorsOfDraft(errorsIn(priced.failure), draft, rules)
      : isElsewhere
        ? { 'stops.0': say('validation.services.other_branch') }
        : NO_SENTENCES
  const context: ServiceContext = {
    subject,
    data,
    draft,
    change,
    client,
    priced,
    errors: { ...priceErrors, ...formErrors.errors },
    isOpen,
    isLocked,
    placing,
    setPlacing,
    board: { fleet, onFindDriver, onAddClient },
    focus,
  }
  return {
    box,
    context,
    panels,
    saver: { ...saver, refusal: saver.refusal ?? returned },
    held,
    isDirty,
    attempt,
    isWaiting,
    closing,
    favourites,
    renewed,
    focusNow,
    isFinding,
    /** Looks for a client who was chosen already; what waits for them goes with them. */
    find(finding: Finding): void {
      setFinding(finding === 'finding')
      // Numbers that were pressed for somebody else are nobody's.
      if (finding === 'lost' || (finding === 'finding' && !isFinding && draft.client !== null)) favourites.drop()
    },
    /** Goes on with what somebody else saved. */
    take(theirs: ServiceFormData, mine: boolean): void {
      goOn(theirs, mine)
      saver.settle()
    },
    desk,
    /** What is typed in the search of the client. */
    type: (typed: TypedCaller | null) => desk?.type(typed, held.isDirty, content),
    /** Another client comes in: what was typed for the one before is put aside. */
    split(theirs: FormClient): void {
      desk?.split(content, theirs)
      held.restart(withFields(emptyDraft(), customFieldNames(model)))
      setRenewed(renewed + 1)
    },
    /** Begins the next call. */
    nextCall(): void {
      if (!desk || desk.isOver) return
      held.forget()
      desk.next(held.isDirty, content)
    },
    /** Ends a call that was only a question: no ride comes of it. */
    endCall(): void {
      if (!desk || !isOpen) return
      held.forget()
      desk.askedOnly(held.isDirty, content)
    },
    discard(): void {
      desk?.forget()
      held.restart(base)
      setRenewed(renewed + 1)
    },
  }
}

/** A form that is left with nothing in it leaves no draft. */
function useForgotten(isNothing: boolean, forget: () => void): void {
  const latest = useRef(() => {})
  useEffect(() => {
    latest.current = isNothing ? forget : () => {}
  })
  useEffect(() => () => latest.current(), [])
}

const NO_SENTENCES: Sentences = {}
