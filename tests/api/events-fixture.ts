import type { JsonObject } from '../../src/model/json'
import { recordContext, type RecordContext } from '../../src/server/records/record-context'
import type { EffectMessage, Outcome, ServerFeature } from '../../src/server/language/feature/feature'
import type { Runtime } from '../../src/server/language/runtime'
import type { TestApp } from './fixture-app'
import { rootActor } from './root-actor'

/** A catalogue whose records tell what is done to them. */
export const EVENT_SCHEMAS = {
  orders: {
    title: 'Pedido',
    type: 'object',
    required: ['name'],
    'x-traits': ['activable'],
    'x-represent': '{name}',
    'x-scope': { company: 'id_company' },
    'x-flow': {
      field: 'stage',
      start: 'new',
      moves: {
        ship: { title: 'Enviar', from: ['new'], to: 'shipped' },
        close: { title: 'Cerrar', from: ['shipped'], to: 'closed' },
      },
    },
    properties: {
      stage: {
        'x-type': 'enum',
        title: 'Etapa',
        'x-values': [
          { value: 'new', title: 'Nuevo' },
          { value: 'shipped', title: 'Enviado' },
          { value: 'closed', title: 'Cerrado' },
        ],
      },
      name: { type: 'string', title: 'Nombre', maxLength: 80, 'x-search': true },
      kind: {
        'x-type': 'enum',
        title: 'Clase',
        default: 'small',
        'x-values': [
          { value: 'small', title: 'Chico' },
          { value: 'big', title: 'Grande' },
        ],
      },
      amount: { 'x-type': 'money', title: 'Monto' },
      due: { type: 'string', format: 'date-time', title: 'Vence' },
      contact: { type: 'string', format: 'email', title: 'Contacto' },
      id_owner: { 'x-type': 'ref', title: 'Encargado', 'x-to': 'users' },
      id_company: { 'x-type': 'ref', title: 'Empresa', 'x-to': 'companies' },
      pin: { 'x-type': 'secret', title: 'Clave' },
      margin: { type: 'integer', title: 'Margen', 'x-see': { 'user.root': { eq: true } } },
      items: { 'x-type': 'children', title: 'Renglones', 'x-of': 'order_items', 'x-link': 'id_order' },
    },
  },
  order_items: {
    title: 'Renglón',
    type: 'object',
    required: ['name'],
    'x-module': false,
    'x-represent': '{name}',
    'x-traits': ['sortable'],
    properties: {
      id_order: { 'x-type': 'ref', 'x-to': 'orders' },
      name: { type: 'string', title: 'Nombre', maxLength: 80 },
      price: { 'x-type': 'money', title: 'Precio' },
    },
  },
}

export const EVENT_RESOURCES = {
  orders: {
    title: 'Pedidos',
    on: [
      {
        id: 'thank',
        event: 'created',
        when: { kind: { eq: 'big' } },
        do: {
          mail: {
            to: ['contact', 'id_owner'],
            subject: 'Pedido {{name}}',
            body: 'Por {{amount}}, de {{id_owner.name|upper}}.\n{{#items}}- {{name}}: {{price}}\n{{/items}}Vence {{due}} ({{kind}}).',
          },
        },
      },
      {
        id: 'tell_owner',
        event: 'changed',
        fields: ['amount'],
        do: {
          notice: {
            to: ['id_owner', { role: 'Administrador de empresa' }],
            subject: '{{name}}',
            body: 'Ahora son {{amount|money}}.',
          },
        },
      },
      { id: 'erp', event: 'changed', do: { webhook: { key: 'erp' } } },
      { id: 'erp_gone', event: 'removed', do: { webhook: { key: 'erp' } } },
    ],
  },
  alerts: { root: true },
  webhooks: { root: true },
  deliveries: { root: true, readOnly: true },
}

/** Every new order rings its owner. */
export const RINGING = {
  ...EVENT_RESOURCES,
  orders: { on: [{ id: 'ring', event: 'created', do: { push: { to: ['id_owner'], body: '{{name}}' } } }] },
}

/** A feature that sends pushes as the test says. */
export const pushing = (send: (message: EffectMessage) => Promise<Outcome>): ServerFeature => ({
  name: 'pushing',
  needs: {},
  effects: { push: send },
})

export const ordersAs = (runtime: Runtime): Promise<RecordContext> => recordContext(runtime, rootActor(0), 'orders')

export async function deliveriesOf(at: TestApp, where: JsonObject = {}): Promise<readonly JsonObject[]> {
  const { body } = await at.call('root', 'GET', 'deliveries', {
    limit: 1000,
    order_col: 'id',
    order_dir: 'asc',
    filters: where,
  })
  return body.items as unknown as readonly JsonObject[]
}
