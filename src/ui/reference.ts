import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Field } from '../model/field'
import type { Json, JsonObject } from '../model/json'
import { formValues, missingFields } from './inputs/choice-rule'
import { useLookup, type Choice } from './lookup'
import { useSay } from './show/style'
import type { FindChoices } from './inputs/use-matches'

// Spec 1 §9: remote selects load up to 100 items, in filters up to 500.
const INPUT_LIMIT = 100
const FILTER_LIMIT = 500

export type ReferredId = number | string

export const isId = (value: Json | undefined): value is ReferredId =>
  typeof value === 'number' || typeof value === 'string'

/** The choices behind some ids: by the labels at hand, else the server's; empty until it answers. */
export function useChoices(
  field: Field,
  ids: readonly ReferredId[],
  known: ReadonlyMap<ReferredId, string>,
): readonly Choice[] {
  return useLabelled(ids, known, useLabelCall(field))
}

/** Asks the server for the label of what a reference names. */
export function useLabelCall(field: Field): (id: ReferredId) => Promise<string | null> {
  const lookup = useLookup()
  return useCallback((id) => lookup.label(field, id), [lookup, field])
}

/** The same of ids whose labels are asked for in a way of their own; null: nobody can be asked. */
function useLabelled<Id extends ReferredId>(
  ids: readonly Id[],
  known: ReadonlyMap<ReferredId, string>,
  ask: (id: Id) => Promise<string | null> | null,
): readonly Choice[] {
  const say = useSay()
  const [found, setFound] = useState<ReadonlyMap<ReferredId, string | null>>(new Map())
  const wanted = JSON.stringify(ids.filter((id) => !known.has(id) && !found.has(id)))
  useEffect(() => {
    let live = true
    for (const id of JSON.parse(wanted) as Id[]) {
      ask(id)
        ?.catch(() => null)
        .then((label) => {
          if (live) setFound((now) => new Map([...now, [id, label]]))
        })
    }
    return () => {
      live = false
    }
  }, [ask, wanted])
  return ids.map((id) => ({
    id,
    label: known.get(id) ?? (found.get(id) === null ? say('field.unreadable') : (found.get(id) ?? '')),
  }))
}

/** One of them, by the label at hand. */
export function useOneLabelled<Id extends ReferredId>(
  id: Id | null,
  label: string | null,
  ask: (id: Id) => Promise<string | null> | null,
): Choice | null {
  const ids = id === null ? [] : [id]
  return useLabelled(ids, new Map(label === null ? [] : ids.map((one) => [one, label])), ask)[0] ?? null
}

/**
 * The label that is at hand of what is chosen: that of the choice made last, else the one that came with the record,
 * which holds for the value that it was loaded with alone.
 */
export function useLabelAtHand(
  value: Json,
  id: ReferredId | null,
  own: () => string | null,
): readonly [label: string | null, pick: (choice: Choice | null) => void] {
  const [first] = useState(value)
  const [picked, setPicked] = useState<Choice | null>(null)
  return [picked !== null && picked.id === id ? picked.label : value === first ? own() : null, setPicked]
}

interface ReferenceSearch {
  readonly find: FindChoices
  /** Says which field must be filled first; then there is nothing to search. */
  readonly blocked?: string
  readonly onCreate?: (text: string) => void
}

/** Searches what a reference may point to in this form, and offers to make a new record where that is allowed. */
export function useReferenceSearch(
  field: Field,
  form: JsonObject,
  onCreated: (choice: Choice) => void,
): ReferenceSearch {
  const lookup = useLookup()
  const say = useSay()
  const asked = useAsked(field, form)
  const find = useCallback<FindChoices>(
    (text, signal) => lookup.search(field, text, INPUT_LIMIT, { signal, form: asked }),
    [lookup, field, asked],
  )
  const [missing] = missingFields(field, asked)
  const create = lookup.create
  const onCreate = (text: string) =>
    void create?.(field, text, asked).then((choice) => {
      if (choice) onCreated(choice)
    })
  return {
    find,
    blocked: missing === undefined ? undefined : say('field.first', { field: lookup.labelOf?.(missing) ?? missing }),
    onCreate: create && lookup.mayCreate?.(field) ? onCreate : undefined,
  }
}

/** Searches all that a reference may point to, whatever the form's values. */
export function useFilterSearch(field: Field): FindChoices {
  const lookup = useLookup()
  return useCallback((text, signal) => lookup.search(field, text, FILTER_LIMIT, { signal }), [lookup, field])
}

/**
 * Checks the choice whenever a field it depends on changes, and removes it when it no longer fits.
 * @returns what was removed, in words, until `forget` is called
 */
export function useStillFits(
  field: Field,
  form: JsonObject,
  chosen: readonly Choice[],
  active: boolean,
  onLost: (ids: readonly ReferredId[]) => void,
): { readonly told?: string; readonly forget: () => void } {
  const lookup = useLookup()
  const say = useSay()
  const [told, setTold] = useState<string>()
  const asked = useAsked(field, form)
  const latest = useRef({ chosen, active, onLost, looked: asked })
  useEffect(() => {
    latest.current = { ...latest.current, chosen, active, onLost }
  })
  useEffect(() => {
    if (latest.current.looked === asked) return undefined
    latest.current.looked = asked
    const before = latest.current.chosen
    if (before.length === 0 || !latest.current.active) return undefined
    let live = true
    const fitting =
      missingFields(field, asked).length > 0
        ? Promise.resolve([])
        : lookup.fitting(
            field,
            before.map(({ id }) => id),
            asked,
          )
    fitting.then(
      (found) => {
        const lost = before.filter((one) => !found.some(({ id }) => id === one.id))
        if (!live || lost.length === 0) return
        setTold(say('field.choice_cleared', { name: lost.map(({ label }) => label).join(', ') }))
        latest.current.onLost(lost.map(({ id }) => id))
        // A failed check changes nothing: the server checks again when the form is saved.
      },
      () => undefined,
    )
    return () => {
      live = false
    }
  }, [lookup, field, asked, say])
  return { told, forget: useCallback(() => setTold(undefined), []) }
}

/** Chooses the only possible record, where a new record must have one or begins with it (`x-sole`). */
export function useSoleChoice(field: Field, form: JsonObject, active: boolean, onSole: (choice: Choice) => void): void {
  const lookup = useLookup()
  const asked = useAsked(field, form)
  const isNew = !isId(form['id'])
  const latest = useRef({ active, onSole })
  useEffect(() => {
    latest.current = { active, onSole }
  })
  useEffect(() => {
    if (!latest.current.active || !isNew || missingFields(field, asked).length > 0) return undefined
    let live = true
    lookup.sole(field, asked).then(
      (choice) => {
        if (live && choice && latest.current.active) latest.current.onSole(choice)
      },
      () => undefined,
    )
    return () => {
      live = false
    }
    // `active` is no dependency: a field emptied by hand must not be filled again.
  }, [lookup, field, asked, isNew])
}

/** The values a look-up depends on: the same object until one of them changes. */
function useAsked(field: Field, form: JsonObject): JsonObject {
  const key = JSON.stringify(formValues(field, form))
  return useMemo(() => JSON.parse(key) as JsonObject, [key])
}
