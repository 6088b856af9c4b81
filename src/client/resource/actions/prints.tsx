import { useListContext, useTranslate, type Identifier } from 'react-admin'
import { useCallback } from 'react'
import { printKey } from '../../../model/print/print'
import { holds } from '../../../model/rules/holds'
import type { JsonObject } from '../../../model/json'
import { Icon } from '../../../ui/show/Icon'
import type { PrintedOf } from '../../console/provider'
import { whyKeys } from '../../../model/field-words'
import { firstWord } from '../../console/labels'
import { useRuleSentence } from '../rule-words'
import { useScope } from '../scope'
import { afterSettings } from './after-settings'
import type { MenuItemEntry } from './entries'
import { useVerbs } from './verbs'

/**
 * The entries that print what is chosen, one for each document of the catalogue.
 * @param record where it is one: its rule is asked
 */
export function usePrints(
  label: 'print.entry' | 'print.all' = 'print.entry',
): (chosen: PrintedOf, record?: JsonObject) => MenuItemEntry[] {
  const { resource, contextOf } = useScope()
  const translate = useTranslate()
  const sentenceOf = useRuleSentence()
  const verbs = useVerbs()
  return useCallback(
    (chosen, record) =>
      (resource.print ?? []).flatMap((template, index): MenuItemEntry[] => {
        const name = translate(printKey(resource.name, template.name, 'title'), { _: template.title })
        const when = template.when && record ? afterSettings(template.when, contextOf(record)) : null
        if (when === 'off') return []
        const refused =
          when && record && !holds(when, contextOf(record))
            ? {
                refused:
                  firstWord(translate, whyKeys(resource, template.name)) ??
                  translate('why.action', { rule: sentenceOf(when) }),
              }
            : {}
        return [
          {
            id: `print_${template.name}`,
            label: translate(label, { name }),
            icon: <Icon name="print" size={20} />,
            run: () => verbs.print({ template: template.name, name, chosen }),
            apart: index === 0,
            ...refused,
          },
        ]
      }),
    [resource, contextOf, translate, sentenceOf, verbs, label],
  )
}

/** What is chosen by its ids. */
export const theseIds = (ids: readonly Identifier[]): PrintedOf => ({ ids: [...ids] })

/** The same for all that the list finds, in its order. */
export function useListPrints(): readonly MenuItemEntry[] {
  const { filter, filterValues, sort } = useListContext()
  return usePrints('print.all')({ filter: { ...filterValues, ...(filter as JsonObject | undefined) }, sort })
}
