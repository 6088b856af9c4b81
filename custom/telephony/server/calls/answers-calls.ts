import { sql, type RawBuilder } from 'kysely'

/**
 * Whether a user answers calls of a branch: an active operator who works there, or who is bound to no branch.
 * @param user the alias of a row of `users`
 * @param branch null: the calls are of all branches
 */
export const answersCalls = (user: string, branch: RawBuilder<unknown>): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${user}.${column}`)
  const branches = sql`select 1 from user_branches ub where ub.id_user = ${of('id')} and ub.date_deleted is null`
  return sql<boolean>`(${of('type_user')} = '1' and ${of('state')} = '1' and ${of('date_deleted')} is null
    and (${branch} is null or ${of('id_branch')} = ${branch} or exists (${branches} and ub.id_branch = ${branch})
      or ${of('id_branch')} is null and not exists (${branches})))`
}
