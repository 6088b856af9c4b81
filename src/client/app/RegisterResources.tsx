import { useResourceDefinitionContext } from 'react-admin'
import { useEffect } from 'react'
import type { JsonObject } from '../../model/json'
import type { Model } from '../../model/model'
import { represent } from '../../model/represent'
import type { Resource } from '../../model/resource'
import { useConsole } from './console'

/** Tells react-admin the resources of the Model, again whenever it changes. */
export function RegisterResources() {
  const { model } = useConsole()
  const { register } = useResourceDefinitionContext()
  useEffect(() => {
    for (const resource of Object.values(model.resources)) register(definitionOf(model, resource))
  }, [model, register])
  return null
}

function definitionOf(model: Model, { name, title, entity, menu }: Resource) {
  const shape = model.entities[entity]
  return {
    name,
    hasList: true,
    hasCreate: true,
    hasEdit: true,
    hasShow: true,
    options: { label: title, icon: menu.icon },
    recordRepresentation: (record: JsonObject) => (shape ? represent(shape, record) : String(record['id'])),
  }
}
