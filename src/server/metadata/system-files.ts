import bulk_runs from '../../system/schemas/bulk_runs.json'
import dynamic_fields from '../../system/schemas/dynamic_fields.json'
import files from '../../system/schemas/files.json'
import import_rows from '../../system/schemas/import_rows.json'
import imports from '../../system/schemas/imports.json'
import list_views from '../../system/schemas/list_views.json'
import login_attempts from '../../system/schemas/login_attempts.json'
import logs from '../../system/schemas/logs.json'
import mail_outbox from '../../system/schemas/mail_outbox.json'
import modules from '../../system/schemas/modules.json'
import password_recoveries from '../../system/schemas/password_recoveries.json'
import role_modules from '../../system/schemas/role_modules.json'
import roles from '../../system/schemas/roles.json'
import sessions from '../../system/schemas/sessions.json'
import settings from '../../system/schemas/settings.json'
import user_branches from '../../system/schemas/user_branches.json'
import users from '../../system/schemas/users.json'
import type { SourceFile } from '../../model/load'

// Imported, so that the built server carries them.
const SCHEMAS = {
  bulk_runs, dynamic_fields, files, import_rows, imports, list_views, login_attempts, logs, mail_outbox, modules, password_recoveries, role_modules, roles, sessions, settings,
  user_branches, users,
}

/** What the engine itself keeps, as the loader reads it. */
export const systemFiles: readonly SourceFile[] =
  Object.entries(SCHEMAS).map(([name, schema]) => ({ path: `system/${name}.json`, text: JSON.stringify(schema) }))
