import type { TSchema } from 'typebox'
import type { Json } from '../../../model/json'
import { flagIn } from '../../../model/values/flag-text'

interface Shape {
  readonly type?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly properties?: { readonly [name: string]: Shape }
}

/**
 * A request with every flag in the form of its contract, however it was sent: `true`, `1`, `'1'` and `'true'` are the
 * same, as for records. A flag is a boolean of the contract, or an integer from 0 to 1. Other values are left for the
 * check to report.
 */
export function withFlags(schema: TSchema, input: { readonly [name: string]: unknown }): { [name: string]: unknown } {
  return inObject(schema as Shape, input)
}

function inObject({ properties = {} }: Shape, input: object): { [name: string]: unknown } {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]): [string, unknown] => {
      const shape = Object.hasOwn(properties, name) ? properties[name] : undefined
      return [name, shape ? asFlags(shape, value) : value]
    }),
  )
}

function asFlags(shape: Shape, value: unknown): unknown {
  if (shape.anyOf) return ofSeveral(shape.anyOf, value)
  if (Array.isArray(value)) return shape.items ? value.map((one) => asFlags(shape.items ?? {}, one)) : value
  if (typeof value === 'object' && value !== null) return shape.properties ? inObject(shape, value) : value
  if (!isFlag(shape)) return value
  const on = flagIn(value as Json | undefined)
  return on === null ? value : shape.type === 'boolean' ? on : Number(on)
}

/** Where a number or a text would be valid as well, that is what was meant. */
function ofSeveral(shapes: readonly Shape[], value: unknown): unknown {
  const others = shapes.filter((one) => one.type !== 'null')
  if (typeof value !== 'object' && !others.every(isFlag)) return value
  return others.map((one) => asFlags(one, value)).find((read) => read !== value) ?? value
}

const isFlag = ({ type, minimum, maximum }: Shape): boolean =>
  type === 'boolean' || (type === 'integer' && minimum === 0 && maximum === 1)
