import type { JsonObject } from '../../model/json'
import type { Resource } from '../../model/resource'
import { alertKeysCall } from '../../model/alert-calls'
import { useConsole } from '../console/console'
import { useCall } from '../console/use-call'

/**
 * The catalogue whose records an alert is about, by the module that its form names; null: none is chosen, or it has no
 * records.
 */
export function useCatalogue(form: JsonObject): Resource | null {
  const { model } = useConsole()
  const id_module = typeof form['id_module'] === 'number' ? form['id_module'] : null
  const { answer } = useCall(alertKeysCall, id_module === null ? null : { id_module }, { quiet: true })
  return id_module === null || !answer ? null : (model.resources[answer.resource] ?? null)
}
