import type { TLocalizedValidationError } from 'typebox/error'
import type { ValueFault } from '../../model/field-type'

/** What the compiled schema of a call found wrong, by form source (`stops.0.address`); the first fault of a place is the one told. */
export function requestFaults(errors: readonly TLocalizedValidationError[]): { readonly [source: string]: ValueFault } {
  const found: { [source: string]: ValueFault } = {}
  for (const error of errors) {
    for (const [source, fault] of placed(error)) found[source] ??= fault
  }
  return found
}

function placed(error: TLocalizedValidationError): [source: string, fault: ValueFault][] {
  const at = error.instancePath.split('/').slice(1).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const below = (name: string) => [...at, name].join('.')
  if (error.keyword === 'required') return error.params.requiredProperties.map((name) => [below(name), { key: 'required' }])
  if (error.keyword === 'additionalProperties') return error.params.additionalProperties.map((name) => [below(name), { key: 'unknown' }])
  // Said again by `additionalProperties`, with a better sentence.
  if (error.keyword === 'boolean') return []
  return [[at.join('.'), faultOf(error)]]
}

function faultOf(error: TLocalizedValidationError): ValueFault {
  switch (error.keyword) {
    case 'minimum': return { key: 'min', params: { min: Number(error.params.limit) } }
    case 'maximum': return { key: 'max', params: { max: Number(error.params.limit) } }
    case 'minLength': return { key: 'too_short', params: { min: error.params.limit } }
    case 'maxLength': return { key: 'too_long', params: { max: error.params.limit } }
    case 'minItems': return { key: 'required' }
    case 'maxItems': return { key: 'too_many', params: { max: error.params.limit } }
    case 'const': case 'enum': case 'anyOf': return { key: 'enum' }
    case 'pattern': case 'format': return { key: 'pattern' }
    default: return { key: 'type' }
  }
}
