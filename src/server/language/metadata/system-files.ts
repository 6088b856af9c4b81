import alert_texts from '../../../system/schemas/alert_texts.json' with { type: 'json' }
import alerts from '../../../system/schemas/alerts.json' with { type: 'json' }
import api_keys from '../../../system/schemas/api_keys.json' with { type: 'json' }
import bulk_runs from '../../../system/schemas/bulk_runs.json' with { type: 'json' }
import deliveries from '../../../system/schemas/deliveries.json' with { type: 'json' }
import files from '../../../system/schemas/files.json' with { type: 'json' }
import form_fields from '../../../system/schemas/form_fields.json' with { type: 'json' }
import form_lists from '../../../system/schemas/form_lists.json' with { type: 'json' }
import form_versions from '../../../system/schemas/form_versions.json' with { type: 'json' }
import forms from '../../../system/schemas/forms.json' with { type: 'json' }
import import_rows from '../../../system/schemas/import_rows.json' with { type: 'json' }
import idempotency_keys from '../../../system/schemas/idempotency_keys.json' with { type: 'json' }
import imports from '../../../system/schemas/imports.json' with { type: 'json' }
import languages from '../../../system/schemas/languages.json' with { type: 'json' }
import list_views from '../../../system/schemas/list_views.json' with { type: 'json' }
import login_attempts from '../../../system/schemas/login_attempts.json' with { type: 'json' }
import log_seals from '../../../system/schemas/log_seals.json' with { type: 'json' }
import logs from '../../../system/schemas/logs.json' with { type: 'json' }
import mail_outbox from '../../../system/schemas/mail_outbox.json' with { type: 'json' }
import mail_texts from '../../../system/schemas/mail_texts.json' with { type: 'json' }
import modules from '../../../system/schemas/modules.json' with { type: 'json' }
import notifications from '../../../system/schemas/notifications.json' with { type: 'json' }
import own_report_readers from '../../../system/schemas/own_report_readers.json' with { type: 'json' }
import own_reports from '../../../system/schemas/own_reports.json' with { type: 'json' }
import passkeys from '../../../system/schemas/passkeys.json' with { type: 'json' }
import password_recoveries from '../../../system/schemas/password_recoveries.json' with { type: 'json' }
import record_comments from '../../../system/schemas/record_comments.json' with { type: 'json' }
import record_followers from '../../../system/schemas/record_followers.json' with { type: 'json' }
import record_tags from '../../../system/schemas/record_tags.json' with { type: 'json' }
import recovery_codes from '../../../system/schemas/recovery_codes.json' with { type: 'json' }
import role_modules from '../../../system/schemas/role_modules.json' with { type: 'json' }
import roles from '../../../system/schemas/roles.json' with { type: 'json' }
import second_factors from '../../../system/schemas/second_factors.json' with { type: 'json' }
import series_counters from '../../../system/schemas/series_counters.json' with { type: 'json' }
import sessions from '../../../system/schemas/sessions.json' with { type: 'json' }
import spent_challenges from '../../../system/schemas/spent_challenges.json' with { type: 'json' }
import sign_ins from '../../../system/schemas/sign_ins.json' with { type: 'json' }
import settings from '../../../system/schemas/settings.json' with { type: 'json' }
import undo_rows from '../../../system/schemas/undo_rows.json' with { type: 'json' }
import undo_runs from '../../../system/schemas/undo_runs.json' with { type: 'json' }
import told_dates from '../../../system/schemas/told_dates.json' with { type: 'json' }
import translations from '../../../system/schemas/translations.json' with { type: 'json' }
import users from '../../../system/schemas/users.json' with { type: 'json' }
import webhooks from '../../../system/schemas/webhooks.json' with { type: 'json' }
import type { SourceFile } from '../../../model/load'

// Imported, so that the built server carries them.
const SCHEMAS = {
  passkeys,
  spent_challenges,
  alert_texts,
  alerts,
  api_keys,
  bulk_runs,
  deliveries,
  files,
  form_fields,
  form_lists,
  form_versions,
  forms,
  idempotency_keys,
  import_rows,
  imports,
  languages,
  list_views,
  login_attempts,
  log_seals,
  logs,
  mail_outbox,
  mail_texts,
  modules,
  notifications,
  own_report_readers,
  own_reports,
  password_recoveries,
  record_comments,
  record_followers,
  record_tags,
  recovery_codes,
  role_modules,
  roles,
  second_factors,
  series_counters,
  sessions,
  settings,
  sign_ins,
  told_dates,
  translations,
  undo_rows,
  undo_runs,
  users,
  webhooks,
}

/** Names of the engine's own entities. */
export const SYSTEM_ENTITIES: readonly string[] = Object.keys(SCHEMAS)

/** The engine's own entities, as the loader reads them. */
export const systemFiles: readonly SourceFile[] = Object.entries(SCHEMAS).map(([name, schema]) => ({
  path: `system/${name}.json`,
  text: JSON.stringify(schema),
}))
