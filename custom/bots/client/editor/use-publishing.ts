import { useNotify } from 'react-admin'
import { useState } from 'react'
import { failureText, useProvider } from '#engine/client'
import { useSay } from '#engine/ui'
import { publishBotCall } from '../../model'
import type { FlowData } from '../flow/flow-data'
import { changedProperties } from '../flow/patch'
import type { BotItem } from './FlowHeader'
import type { OpenFlow } from './use-flow-store'
import type { Problems } from './use-problems'

const PLACES: ReadonlySet<string> = new Set(['position_x', 'position_y'])

/** Whether two flows say other things; where steps are drawn says nothing. */
const isOther = (one: FlowData, other: FlowData): boolean =>
  one !== other &&
  (one.first !== other.first ||
    one.steps.size !== other.steps.size ||
    [...one.steps].some(([id, row]) => {
      const then = other.steps.get(id)
      return !then || (then !== row && changedProperties(then, row).some((name) => !PLACES.has(name)))
    }))

/**
 * The publication of the drawn flow, which is refused while something grave is wrong with it.
 * @param heard the bot as it was last read
 */
export function usePublishing(
  { store, bot: id }: OpenFlow,
  heard: BotItem,
  flow: FlowData,
  problems: Problems,
  onRefused: () => void,
) {
  const provider = useProvider()
  const notify = useNotify()
  const say = useSay()
  const [busy, setBusy] = useState(false)
  const [base, setBase] = useState({ bot: heard, flow })
  const publish = async (): Promise<void> => {
    if (problems.grave > 0) {
      notify(say('bots.flow.refuses', { smart_count: problems.grave }), { type: 'error' })
      return onRefused()
    }
    setBusy(true)
    try {
      await store.settled()
      const { number, msg } = await provider.call(publishBotCall, { id })
      setBase(({ bot }) => ({ bot: { ...bot, published: number, is_changed: false }, flow: store.get().flow }))
      notify(msg || say('bots.flow.published', { n: number }), { type: 'success' })
    } catch (failure) {
      notify(failureText(failure, say), { type: 'error' })
      onRefused()
    } finally {
      setBusy(false)
    }
  }
  return { bot: { ...base.bot, is_changed: base.bot.is_changed || isOther(base.flow, flow) }, busy, publish }
}
