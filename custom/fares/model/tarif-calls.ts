import { Type } from 'typebox'
import { defineCall, Id, TextOrNull } from '#engine/model'

/** `GET tarifs/types`: the kinds of tariff there are. */
export const tarifTypesCall = defineCall({
  method: 'GET',
  path: 'tarifs/types',
  access: { module: 'tarifs', right: 'see' },
  request: Type.Object({}, { additionalProperties: false }),
  response: Type.Object({
    items: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        icon: TextOrNull,
        color: TextOrNull,
      }),
    ),
  }),
})

/** `POST tarifs/clone`: a copy of a tariff with its ranges, zones and prices, under a name of its own. */
export const cloneTarifCall = defineCall({
  method: 'POST',
  path: 'tarifs/clone',
  access: { module: 'tarifs', right: 'edit' },
  request: Type.Object({ id: Id }, { additionalProperties: false }),
  response: Type.Object({ id: Type.Integer(), name: Type.String(), msg: Type.String() }),
})
