import { useListContext, useNavigate, useNotify, useTranslate } from 'react-admin'
import type { JsonObject } from '../../../model/json'
import type { ListView } from '../../../model/list-view'
import { useConsole } from '../../console/console'
import { useFailure } from '../../../ui/failure'
import { errorsIn, failureText } from '../../provider/failure'
import { useScope } from '../scope'
import { useLooks } from './list-look'
import { useLayout } from './use-layout'
import { isShowing, knownFilters, knownLayout, knownSort, viewSearch, type ListState } from './view-state'

/** What can be done with the saved views of this list. */
export interface SavedViewActions {
  readonly isShown: (view: ListView) => boolean
  readonly apply: (view: ListView) => void
  /** @returns the error of the name, null when it is saved */
  readonly create: (name: string) => Promise<string | null>
  readonly rename: (view: ListView, name: string) => Promise<string | null>
  /** Gives a view the filters, order and columns that are shown now. */
  readonly update: (view: ListView) => Promise<void>
  readonly set: (view: ListView, flags: { readonly is_default?: boolean; readonly shared?: boolean }) => Promise<void>
  readonly remove: (view: ListView) => Promise<void>
}

export function useSavedViews(): SavedViewActions {
  const { model } = useConsole()
  const { resource } = useScope()
  const { filterValues, filter, sort, perPage } = useListContext()
  const { look, keep, save, remove } = useLooks()
  const layout = useLayout(false)
  const navigate = useNavigate()
  const notify = useNotify()
  const translate = useTranslate()
  const fail = useFailure()
  const state: ListState = {
    filters: filterValues as JsonObject,
    sort: [sort.field, sort.order === 'DESC' ? 'desc' : 'asc'],
    per_page: perPage,
    columns: look.columns ?? null,
    layout: layout.all.length > 1 ? layout.shown.kind : null,
  }
  const shown = (): JsonObject => ({
    ...state,
    columns: state.columns as unknown as JsonObject | null,
    density: look.density ?? null,
  })
  const orTell = async (work: Promise<void>): Promise<void> => {
    try {
      await work
    } catch (failure) {
      fail(failure)
    }
  }
  const named = async (work: Promise<void>): Promise<string | null> => {
    try {
      await work
      return null
    } catch (failure) {
      return errorsIn(failure)['name'] ?? failureText(failure, translate)
    }
  }
  return {
    isShown: (view) => isShowing(view, state, model, resource),
    apply(view) {
      const { known, gone } = knownFilters(view.filters, model, resource, filter as JsonObject | undefined)
      const per_page = view.per_page ?? resource.list.perPage
      const kind = knownLayout(view, resource)
      keep({ columns: view.columns, density: view.density, per_page, layout: kind })
      navigate({ search: viewSearch(known, knownSort(view, model, resource), per_page, kind) })
      if (gone.length > 0) notify(translate('views.dropped', { names: gone.join(', ') }), { type: 'warning' })
    },
    create: (name) => named(save({ ...shown(), name })),
    rename: (view, name) => named(save({ id: view.id, name })),
    update: (view) => orTell(save({ ...shown(), id: view.id })),
    set: (view, flags) => orTell(save({ ...flags, id: view.id })),
    remove: (view) => orTell(remove(view.id)),
  }
}
