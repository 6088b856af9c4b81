import { culqi } from './culqi'
import type { Gateway } from './gateway-kind'
import { mercadoPago } from './mercado-pago'
import { stripe } from './stripe'
import { testGateway } from './test-gateway'

/** By the type of `payment_gateways`; one that is not here charges nothing, and is offered to nobody. */
export const GATEWAYS: { readonly [type: string]: Gateway } = {
  test: testGateway,
  stripe,
  mercadopago: mercadoPago,
  culqi,
}
