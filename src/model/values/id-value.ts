import { canonicalDecimal } from './decimal'
import type { Json } from '../json'

/** Ids from the database are PostgreSQL's `integer`. */
export const MAX_ID = 2_147_483_647
/** Longer texts are never an id (`x-key`). */
export const MAX_KEY = 63

export const isCountedId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_ID

/** The entity itself limits the form of its text ids further; an id that no record has is reported as such. */
export const isKeyId = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= MAX_KEY && !/[\p{Cc}\p{Surrogate}/]/u.test(value)

/** Digits as a number; anything else unchanged. */
export const canonicalId = (value: Json): Json => (value === '' ? null : canonicalDecimal(value))

/** Some id, for generated tests. */
export const sampleId = (random: () => number): number => 1 + Math.floor(random() * 1000)
