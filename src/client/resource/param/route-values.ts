import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useMemo } from 'react'
import { choiceKeys, choices } from '../../../model/choices'
import type { Field } from '../../../model/field'
import type { Resource } from '../../../model/resource'
import { useConsole } from '../../app/console'
import { useLookup } from '../../../ui/lookup'

/** A value that the field at the end of a route may have, and what people call it. */
export interface RouteValue { readonly value: string | number; readonly label: string }

export interface RouteValues {
  /** `some`: there are more than are listed. */
  readonly state: 'waiting' | 'all' | 'some'
  readonly list: readonly RouteValue[]
}

// A page's choice is found among these, or by typing.
const MOST = 100
const FRESH_MS = 60_000
const WAITING: RouteValues = { state: 'waiting', list: [] }

/** The values of the field at the end of a resource's route: an enum's choices, or the records that a reference may point to. */
export function useRouteValues({ entity, param }: Resource): RouteValues {
  const { model } = useConsole()
  const field = model.entities[entity]?.fields[param?.field ?? '']
  const chosen = useChoices(field)
  const records = useRecords(field)
  return field?.ref ? records : chosen
}

function useChoices(field: Field | undefined): RouteValues {
  const translate = useTranslate()
  return useMemo(() => {
    const list = !field ? [] : choices(field).map(({ value, title }) => {
      const [own, common] = choiceKeys(field, value)
      return { value, label: translate(own, { _: translate(common, { _: title }) }) }
    })
    return { state: 'all', list }
  }, [translate, field])
}

function useRecords(field: Field | undefined): RouteValues {
  const lookup = useLookup()
  const { data, isError } = useQuery({
    queryKey: ['route-values', field?.entity, field?.name],
    queryFn: ({ signal }) => (field ? lookup.search(field, '', MOST, { signal }) : []),
    enabled: field?.ref !== undefined,
    staleTime: FRESH_MS,
  })
  return useMemo(() => {
    if (!data) return isError ? { state: 'some', list: [] } : WAITING
    return { state: data.length < MOST ? 'all' : 'some', list: data.map(({ id, label }) => ({ value: id, label })) }
  }, [data, isError])
}
