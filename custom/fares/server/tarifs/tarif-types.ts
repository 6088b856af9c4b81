import { choiceKeys, choices } from '#engine/model'
import { serveCall } from '#engine/server'
import { tarifTypesCall } from '../../model/tarif-calls'

export const tarifTypes = serveCall(tarifTypesCall, async ({ model, say }) => {
  const field = model.entities['tarifs']?.fields['type']
  const items = (field ? choices(field) : []).map(({ value, title, icon, color }) => {
    // A text that is not there comes back as its key; the schema's own is Spanish.
    const named = field ? choiceKeys(field, value).find((key) => say(key) !== key) : undefined
    return { id: value, name: named === undefined ? title : say(named), icon: icon ?? null, color: color ?? null }
  })
  return { items }
})
