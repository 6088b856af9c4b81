import { moneyText, type useDisplayStyle, type useSay } from '#engine/ui'
import type { DispatcherService } from '../../../services/model'

/** What a service costs; of a cancelled one what its cancellation cost, never what had been quoted. */
export function priceText(
  { state, price_total, price_cancel }: Pick<DispatcherService, 'state' | 'price_total' | 'price_cancel'>,
  say: ReturnType<typeof useSay>,
  style: ReturnType<typeof useDisplayStyle>,
): string {
  if (state !== 'canceled') return moneyText(price_total ?? 0, style)
  return (price_cancel ?? 0) > 0
    ? say('dispatcher.own.charged', { amount: moneyText(price_cancel ?? 0, style) })
    : say('dispatcher.own.not_charged')
}
