import login_attempts from '../../system/schemas/login_attempts.json'
import logs from '../../system/schemas/logs.json'
import modules from '../../system/schemas/modules.json'
import role_modules from '../../system/schemas/role_modules.json'
import roles from '../../system/schemas/roles.json'
import sessions from '../../system/schemas/sessions.json'
import settings from '../../system/schemas/settings.json'
import users from '../../system/schemas/users.json'
import type { SourceFile } from '../../model/load'

// Imported, so that the built server carries them.
const SCHEMAS = { login_attempts, logs, modules, role_modules, roles, sessions, settings, users }

/** What the engine itself keeps, as the loader reads it. */
export const systemFiles: readonly SourceFile[] =
  Object.entries(SCHEMAS).map(([name, schema]) => ({ path: `system/${name}.json`, text: JSON.stringify(schema) }))
