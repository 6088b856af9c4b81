import { Type } from 'typebox'
import { defineCall } from '#engine/model'

/**
 * `GET zones/autocomplete`: up to twenty zones matching the typed text, of one tariff or of all that the asker may see.
 */
export const zoneChoicesCall = defineCall({
  method: 'GET',
  path: 'zones/autocomplete',
  access: { module: 'tarifs', right: 'see' },
  request: Type.Object(
    {
      id_tarif: Type.Optional(Type.Integer({ minimum: 1 })),
      query: Type.Optional(Type.String({ maxLength: 80 })),
    },
    { additionalProperties: false },
  ),
  response: Type.Object({
    items: Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        color: Type.Union([Type.String(), Type.Null()]),
        id_tarif: Type.Integer(),
        ta_name: Type.String(),
      }),
    ),
  }),
})
