import { visible } from '#app/tables'
import { AppError, maySee } from '#engine/model'
import { serveCall } from '#engine/server'
import { companyLimitsCall } from '../../model/limits-call'
import { limitsWithin } from '../create/limits-left'

/**
 * `GET companies/limits`, for whoever sees the company, or the area that is asked for.
 * @throws {AppError} FORBIDDEN, NOT_FOUND
 */
export const companyLimits = serveCall(
  companyLimitsCall,
  async (context, { id_company, id_company_area: id_area = null }) => {
    const of = id_area === null ? 'companies' : 'company_areas'
    if (!maySee(context.actor, { module: of })) throw new AppError('FORBIDDEN')
    const seen =
      id_area === null
        ? await visible(context.db, context, 'companies').where('id', '=', id_company).select('id').executeTakeFirst()
        : await visible(context.db, context, 'company_areas')
            .where('id', '=', id_area)
            .where('id_company', '=', id_company)
            .select('id')
            .executeTakeFirst()
    if (!seen) throw new AppError('NOT_FOUND')
    return { items: [...(await limitsWithin(context, id_company, id_area))] }
  },
)
