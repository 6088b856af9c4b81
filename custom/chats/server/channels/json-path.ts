import { isObject, type Json, type JsonObject } from '#engine/model'

// What comes from outside has any shape: these read it without believing it.

/** The object at a name, empty where there is none. */
export const objectAt = (of: JsonObject, name: string): JsonObject => {
  const value = of[name]
  return value !== undefined && isObject(value) ? value : {}
}

/** The objects of a list at a name. */
export const objectsAt = (of: JsonObject, name: string): readonly JsonObject[] => {
  const value = of[name]
  return Array.isArray(value) ? (value as readonly Json[]).filter((one): one is JsonObject => isObject(one)) : []
}

/** A text or a whole number at a name, as text, without what no database stores; null where there is none. */
export const textUnder = (of: JsonObject, name: string): string | null => {
  const value = of[name]
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  if (typeof value !== 'string') return null
  const clean = cleanText(value)
  return clean === '' ? null : clean
}

export const numberAt = (of: JsonObject, name: string): number | null => {
  const value = of[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** A text without control characters and lone surrogates; line breaks stay. */
export const cleanText = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/\p{Cs}/gu, '')
    .trim()
