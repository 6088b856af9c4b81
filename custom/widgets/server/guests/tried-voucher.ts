import { AppError } from '#engine/model'
import type { CallContext } from '#engine/server'
import { limitOf } from '../proof'
import { tellingRefused } from '../told-refused'
import { assertUses, countUses } from '../uses-table'
import { type Voucher, voucherOf } from './voucher'

/** In an hour: codes that are none, from one network. */
const MAX_WRONG = 30

/** The voucher of a code that a visitor typed. @throws {AppError} VALIDATION at `voucher`; TOO_MANY: they try codes */
export async function triedVoucher(context: CallContext, id_widget: number, code: string): Promise<Voucher> {
  const { network, transaction, now } = context
  const limits = [limitOf('wrong code', network, MAX_WRONG)]
  return tellingRefused(context, id_widget, 'code', async () => {
    // A right code after many wrong ones is not told from a wrong one.
    await transaction((tx) => assertUses(tx, limits, now()))
    return voucherOf(context, code).catch(async (error: unknown) => {
      if (error instanceof AppError && error.code === 'VALIDATION')
        await transaction((tx) => countUses(tx, limits, now()))
      throw error
    })
  })
}
