import { AppError } from '#engine/model'
import type { PriceContext } from './asker'

/** The outcome of pricing, or the sentence that says why there is no price. */
export async function orWhy<T>(context: Pick<PriceContext, 'say'>, work: () => Promise<T>): Promise<T | string> {
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code !== 'VALIDATION') throw cause
    const [error] = Object.values(cause.errors)
    if (!error) throw cause
    return context.say(`validation.${error.key}`, error.params)
  }
}
