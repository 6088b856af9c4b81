import { useMemo } from 'react'
import { useTranslate } from 'react-admin'
import { findCall, MIN_FIND } from '../../model/find-call'
import { useConsole } from '../console/console'
import { resourceTitle } from '../console/labels'
import { useAsked } from '../console/use-asked'
import { listPath } from '../report/drill'
import { recordPath } from '../provider/paths'

/** As long as typing must rest before records are searched. */
const PAUSE_MS = 250

/** A place that the search leads to, with the catalogue that it belongs to. */
export interface FoundPage {
  readonly id: string
  readonly title: string
  readonly detail: string | null
  readonly icon: string | null
  readonly url: string
}
interface FoundGroup {
  readonly key: string
  readonly title: string
  readonly places: readonly FoundPage[]
}

/** The records with a text, by catalogue; `busy` while what is shown belongs to an earlier text. */
export function useFound(text: string): {
  readonly groups: readonly FoundGroup[]
  readonly busy: boolean
  readonly failure: unknown
} {
  const translate = useTranslate()
  const { model } = useConsole()
  const q = text.trim()
  const isAsked = q.length >= MIN_FIND
  const { answer, asked, busy, failure } = useAsked(findCall, isAsked ? { q } : null, PAUSE_MS)
  const groups = useMemo(
    () =>
      (answer?.items ?? []).flatMap(({ resource: name, records, more }): FoundGroup[] => {
        const resource = model.resources[name]
        if (!resource) return []
        const { icon } = resource.menu
        const places = records.map(({ id, label, detail }) => ({
          id: `${name}-${id}`,
          title: label,
          detail,
          icon,
          url: recordPath(resource, id),
        }))
        const all = {
          id: `${name}-all`,
          title: translate('shell.find_all'),
          detail: null,
          icon: 'search',
          url: listPath(resource, { q: asked?.q ?? '' }),
        }
        return [{ key: name, title: resourceTitle(translate, resource), places: more ? [...places, all] : places }]
      }),
    [answer, asked, model, translate],
  )
  return { groups: isAsked ? groups : [], busy: isAsked && (busy || (failure === null && asked?.q !== q)), failure }
}
