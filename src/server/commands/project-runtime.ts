import type { Actor } from '../../model/actor'
import type { Db } from '../database/database'
import { makeRuntime } from '../make-runtime'
import { moduleList } from '../modules/module-list'
import type { Project } from '../open-project'
import type { Runtime } from '../runtime'
import { CommandError } from './command'

/** The runtime of a command that works on data without a server. */
export const runtimeOf = (project: Project): Runtime => makeRuntime(project).runtime

/** Who a command acts as: the first administrator, whose name the activity log then shows. @throws {CommandError} when there is none */
export async function commandActor(db: Db, runtime: Runtime): Promise<Actor> {
  const user = await db.selectFrom('users as u').innerJoin('roles as r', 'r.id', 'u.id_role').select('u.id')
    .where('r.root', '=', true).where('u.state', '=', '1').where('u.date_deleted', 'is', null).orderBy('u.id').limit(1).executeTakeFirst()
  if (!user) throw new CommandError('There is no administrator to act as. Make one first: npm run create-admin')
  const [language = 'es'] = runtime.words.languages
  const rights = Object.fromEntries(moduleList(runtime.model(), runtime.features).map(({ key }) => [key, { see: true, edit: true }]))
  const flags = { root: true, operator: true, corporate: false }
  const id = Number(user.id)
  const facts = { id, language, id_company: null, id_branch: null, ...flags }
  return { id, ...flags, language, id_company: null, id_branches: null, rights, facts }
}
