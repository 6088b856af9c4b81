import type { Samples } from '#engine/model'

export const samples: Samples = {
  invoice_payments: { heldBy: ['api/invoice-payments.test.ts'], values: { amount: () => 0.01 } },
  credit_notes: { heldBy: ['api/invoice-payments.test.ts'] },
}
