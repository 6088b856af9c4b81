import { useGetOne, useLocation, type RaRecord, LinkBase, useNavigate, useTranslate } from 'react-admin'
import { useMemo, type ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import type { Json, JsonObject } from '../../../model/json'
import { ANY_VALUE, pageRoute } from '../../../model/record-route'
import type { Resource } from '../../../model/resource'
import { useConsole } from '../../console/console'
import { NotFound } from '../../console/NotFound'
import { RecordScreens } from '../ResourceScreens'
import { atValue, isReadBeside, placeOf, routeValue } from '../../provider/paths'
import { ResourceScope, useScope } from '../scope'
import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { placeSearch } from '../layouts/two-pane/use-place'
import { viewOf } from '../../../fields/view'
import { useQuery } from '@tanstack/react-query'
import { choiceKeys } from '../../../model/field-words'
import { choices } from '../../../model/rules/choices'
import type { Field } from '../../../model/field'
import { ChoiceSelect } from '../../../ui/inputs/ChoiceSelect'
import { useLookup } from '../../../ui/lookup'

/** A value that the field at the end of a route may have, and its label. */
interface RouteValue {
  readonly value: string | number
  readonly label: string
}

interface RouteValues {
  /** `some`: there are more than are listed. */
  readonly state: 'waiting' | 'all' | 'some'
  readonly list: readonly RouteValue[]
}

// A page's choice is found among these, or by typing.
const MAX_VALUES = 100
const FRESH_MS = 60_000
const WAITING: RouteValues = { state: 'waiting', list: [] }

/**
 * The values of the field at the end of a resource's route: an enum's choices, or the records that a reference may
 * point to.
 */
function useRouteValues({ entity, param }: Resource): RouteValues {
  const { model } = useConsole()
  const field = model.entities[entity]?.fields[param?.field ?? '']
  const chosen = useChoices(field)
  const records = useRecords(field)
  return field?.ref ? records : chosen
}

function useChoices(field: Field | undefined): RouteValues {
  const translate = useTranslate()
  return useMemo(() => {
    const list = !field
      ? []
      : choices(field).map(({ value, title }) => {
          return {
            value,
            label: choiceKeys(field, value).reduceRight((otherwise, key) => translate(key, { _: otherwise }), title),
          }
        })
    return { state: 'all', list }
  }, [translate, field])
}

function useRecords(field: Field | undefined): RouteValues {
  const lookup = useLookup()
  const { data, isError } = useQuery({
    queryKey: ['route-values', field?.entity, field?.name],
    queryFn: ({ signal }) => (field ? lookup.search(field, '', MAX_VALUES, { signal }) : []),
    enabled: field?.ref !== undefined,
    staleTime: FRESH_MS,
  })
  return useMemo(() => {
    if (!data) return isError ? { state: 'some', list: [] } : WAITING
    return {
      state: data.length < MAX_VALUES ? 'all' : 'some',
      list: data.map(({ id, label }) => ({ value: id, label })),
    }
  }, [data, isError])
}

// More tabs do not fit side by side; then the value is chosen from a list, or found by typing.
const MAX_TABS = 10

/** Above a list: the values of the route's field, each with an address of its own. */
function ValueTabs({
  resource,
  field: name,
  values,
  value,
}: {
  resource: Resource
  field: string
  values: readonly RouteValue[]
  value: Json
}) {
  const { entity, label } = useScope()
  const navigate = useNavigate()
  const field = entity.fields[name]
  if (!field) return null
  if (values.length > MAX_TABS) {
    const { Filter } = viewOf(field.type)
    return (
      <Box sx={{ maxWidth: 380 }}>
        {field.ref ? (
          <Filter
            field={field}
            source={name}
            label={label(name)}
            value={value}
            onChange={(next) => {
              if (next !== null) navigate(pageRoute(resource, next))
            }}
          />
        ) : (
          <ChoiceSelect
            source={name}
            label={label(name)}
            value={String(value ?? '')}
            required
            disabled={false}
            onChange={(next) => {
              if (next !== '') navigate(pageRoute(resource, next))
            }}
            options={values.map((one) => ({ value: String(one.value), label: one.label }))}
          />
        )}
      </Box>
    )
  }
  return (
    <Tabs
      value={values.findIndex((one) => one.value === value)}
      variant="scrollable"
      scrollButtons="auto"
      aria-label={label(name)}
      sx={{ borderBottom: 1, borderColor: 'divider', flex: 'none', minHeight: 40 }}
    >
      {values.map((one) => (
        <Tab
          key={one.value}
          label={one.label}
          component={LinkBase}
          to={pageRoute(resource, one.value)}
          sx={{ minWidth: 0, minHeight: 40, px: 1.5 }}
        />
      ))}
    </Tabs>
  )
}

/**
 * The pages of a resource whose route ends in a field: the records of one value at a time, a tab or a choice for each.
 */
export default function ParamScreens({ resource, waiting }: { resource: Resource; waiting: ReactNode }) {
  return (
    <ResourceScope resource={resource}>
      <Values resource={resource} waiting={waiting} />
    </ResourceScope>
  )
}

function Values({ resource, waiting }: { resource: Resource; waiting: ReactNode }) {
  const { pathname, search } = useLocation()
  const values = useRouteValues(resource)
  const named = routeValue(resource, pathname)
  if (values.state === 'waiting') return waiting
  if (named === null) {
    const first = resource.param?.first ?? values.list[0]?.value
    return first === undefined ? (
      <NotFound />
    ) : (
      <Navigate replace to={{ pathname: pageRoute(resource, first), search }} />
    )
  }
  const value = values.list.find((one) => String(one.value) === named)
  if (named !== undefined && !value && values.state === 'all') return <NotFound />
  return (
    <AtValue
      key={named ?? ANY_VALUE}
      resource={resource}
      waiting={waiting}
      values={values.list}
      value={value?.value ?? typed(named, values.list)}
      label={value?.label}
    />
  )
}

// A long list of records is not loaded as a whole: a number in the address is taken as an id.
const typed = (named: string | undefined, list: readonly RouteValue[]): Json =>
  named !== undefined && typeof list[0]?.value === 'number' && /^\d{1,10}$/.test(named)
    ? Number(named)
    : (named ?? null)

interface AtValueProps {
  readonly resource: Resource
  readonly waiting: ReactNode
  readonly values: readonly RouteValue[]
  /** Null: the address leaves it open. */
  readonly value: Json
  readonly label?: string
}

function AtValue({ resource, waiting, values, value, label }: AtValueProps) {
  const field = resource.param?.field ?? ''
  const { model } = useConsole()
  const isReference = model.entities[resource.entity]?.fields[field]?.ref !== undefined
  const here = useMemo(() => atValue(resource, value ?? ANY_VALUE), [resource, value])
  const bound = useMemo<JsonObject>(() => ({ [field]: value }), [field, value])
  const prefill = useMemo<JsonObject>(
    () => ({ ...bound, ...(isReference && label !== undefined ? { [`${field}__label`]: label } : {}) }),
    [bound, isReference, field, label],
  )
  return (
    <OfItsOwn resource={resource} here={here} field={field} value={value} waiting={waiting}>
      <RecordScreens
        resource={here}
        waiting={waiting}
        bound={bound}
        prefill={prefill}
        above={<ValueTabs resource={resource} field={field} values={values} value={value} />}
      />
    </OfItsOwn>
  )
}

interface OfItsOwnProps {
  readonly resource: Resource
  readonly here: Resource
  readonly field: string
  readonly value: Json
  readonly waiting: ReactNode
  readonly children: ReactNode
}

/**
 * Redirects a link to a record, which may have no value or an old one, to the record's current address. A record that
 * is read beside its list is opened there, where there is room for both.
 */
function OfItsOwn({ resource, here, field, value, waiting, children }: OfItsOwnProps) {
  const { pathname, search, state } = useLocation()
  const place = placeOf(here, pathname)
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('sm'), { noSsr: true })
  const id = place && (place.at === 'detail' || place.at === 'edit') ? place.id : null
  const { data } = useGetOne<RaRecord, Error>(resource.name, { id: id ?? '' }, { enabled: id !== null, retry: false })
  const own = id === null ? value : ((data as JsonObject | undefined)?.[field] ?? value)
  if (own !== null && String(own) !== String(value)) {
    const below = pathname.slice(here.route.length)
    return <Navigate replace to={{ pathname: `${pageRoute(resource, own)}${below}`, search }} state={state} />
  }
  if (place?.at === 'detail' && !place.over && own !== null && isWide && isReadBeside(resource)) {
    return <Navigate replace to={{ pathname: here.route, search: placeSearch(search, place.id, place.tab) }} />
  }
  if (value === null && id === null) return <Navigate replace to={{ pathname: resource.route, search }} />
  return value === null && !data ? waiting : children
}
