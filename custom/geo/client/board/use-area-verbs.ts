import { useNotify, useTranslate } from 'react-admin'
import type { ReactNode } from 'react'
import type { JsonObject } from '#engine/model'
import { useProvider, useScope } from '#engine/client'
import { useConfirm, useFailure } from '#engine/ui'

export type AreaVerb = 'remove' | 'enable' | 'disable'
const PAST: { readonly [verb in AreaVerb]: string } = { remove: 'removed', enable: 'enabled', disable: 'disabled' }

/**
 * Removes or disables an area after a confirmation, or enables it.
 * @param onGone closes its form
 * @param reread only the list: the form may still be there for a moment, and must not request a removed record
 * @returns the function to call, and the dialog to put into the page
 */
export function useAreaVerbs(
  onGone: () => void,
  reread: () => void,
): readonly [run: (verb: AreaVerb, record: JsonObject) => void, dialog: ReactNode] {
  const translate = useTranslate()
  const { resource, headingOf } = useScope()
  const provider = useProvider()
  const notify = useNotify()
  const fail = useFailure()
  const [ask, dialog] = useConfirm()
  const run = async (verb: AreaVerb, record: JsonObject): Promise<void> => {
    const question = {
      title: translate(`record.${verb}_ask`, { name: headingOf(record) }),
      text: translate(`resources.${resource.name}.${verb}_text`, { _: translate(`record.${verb}_text`, { _: '' }) }),
      accept: translate(`record.${verb}`),
      danger: verb === 'remove',
    }
    // Enabling needs no confirmation: it can be undone at once.
    if (verb !== 'enable' && !(await ask(question))) return
    onGone()
    try {
      const [row] = await provider[verb](resource.name, [Number(record['id'])])
      if (row && !row.ok) throw new Error(row.msg)
      notify(`record.${PAST[verb]}`, { type: 'success' })
    } catch (failure) {
      fail(failure)
    }
    reread()
  }
  return [(verb, record) => void run(verb, record), dialog]
}
