import { KIND } from '#app/asker'
import { living } from '#app/tables'
import { isCountedId } from '#engine/model'
import { allowsNoMore, type Hooks } from '#engine/server'

/**
 * A company's person who is entered without a role, in a form or by a file of a thousand, is an employee: without one
 * nobody could enter. What the role allows beyond the writer's own rights they do not give by leaving it blank either.
 */
export const employeeRole: Hooks = {
  entity: 'users',
  async beforeSave(context, data, before) {
    if (
      before ||
      data['type_user'] !== KIND.client ||
      !isCountedId(data['id_company']) ||
      (data['id_role'] ?? null) !== null
    )
      return data
    const role = await living(context.tx, 'roles')
      .where('key', '=', 'employee')
      .where('type_user', '=', KIND.client)
      .where('root', '=', false)
      .where('state', '=', '1')
      .select('id')
      .executeTakeFirst()
    return role && (await allowsNoMore(context, role.id)) ? { ...data, id_role: role.id } : data
  },
}
