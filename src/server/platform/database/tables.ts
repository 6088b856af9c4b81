// Made from src/system/schemas by `npm run generate`; changes here are lost.
import type { ColumnType } from 'kysely'
import type { Json } from '../../../model/json'

/** A decimal number: read as its digits. `Empty` is null where the column may be empty. */
type Exact<Empty = never> = ColumnType<string | Empty, string | number | Empty, string | number | Empty>
/** A point in time: read as PostgreSQL writes it. */
type Moment<Empty = never> = ColumnType<string | Empty, string | Date | Empty, string | Date | Empty>
/** JSON: read as what it says, written as its text. */
type Parsed<Empty = never> = ColumnType<Json | Empty, string | Empty, string | Empty>
/** The database has a value where an insert has none. */
type Given<T> = [T] extends [ColumnType<infer S, infer I, infer U>] ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

interface AlertTexts {
  id: Given<number>
  id_alert: number
  language: string
  subject: string | null
  body: string
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface Alerts {
  id: Given<number>
  name: string
  id_module: number
  type: "created" | "changed" | "removed" | "moved" | "near"
  move: string | null
  date_field: string | null
  days: number | null
  side: Given<"before" | "after" | null>
  fields: string | null
  rule: Parsed<null>
  channel: "mail" | "notice" | "push" | "sms" | "whatsapp" | "webhook"
  recipients: string | null
  id_webhook: number | null
  subject: string | null
  body: string | null
  state: Given<"1" | "0">
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface AlertsRoles {
  id_own: number
  id_target: number
  rank: number
}

interface ApiKeys {
  id: Given<number>
  name: string
  id_user: number
  prefix: string
  hash: string
  rights: string
  status: Given<"active" | "expired" | "revoked">
  date_expires: Moment
  date_revoked: Moment<null>
  last_used: Moment<null>
  last_address: string | null
  minute: number | null
  minute_calls: number | null
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface BulkRuns {
  id: Given<number>
  run: string
  resource: string
  id_user: number
  total: number
  done: Given<number | null>
  refused: Given<number | null>
  state: "running" | "stopping" | "stopped" | "done" | "failed"
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface Deliveries {
  id: Given<number>
  status: Given<"1" | "2" | "3" | "4">
  channel: "mail" | "notice" | "push" | "sms" | "whatsapp" | "webhook"
  event: "created" | "changed" | "removed" | "moved" | "near" | "commented"
  move: string | null
  entity: string
  resource: string | null
  id_target: string | null
  title: string | null
  effect: string | null
  recipient: string
  id_user: number | null
  id_webhook: number | null
  subject: string | null
  body: string | null
  attempts: Given<number | null>
  reason: string | null
  date_next: Moment<null>
  date_sent: Moment<null>
  key: string | null
  payload: Parsed<null>
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface Files {
  id: Given<number>
  name: string
  mime: string
  size: number
  sha256: string
  storage_key: string
  id_user: number | null
  state: "arriving" | "uploaded" | "attached" | "replaced" | "leaving"
  entity: string | null
  field: string | null
  target: string | null
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface FormFields {
  id: Given<number>
  id_form: number
  label: string
  key: string | null
  type: Given<"text" | "longtext" | "integer" | "decimal" | "money" | "percent" | "flag" | "enum" | "choices" | "list" | "rating" | "date" | "datetime" | "time" | "email" | "phone" | "url" | "color" | "point" | "image" | "file" | "consent" | "section">
  help: string | null
  required: Given<boolean | null>
  options: string | null
  minimum: Exact<null>
  maximum: Exact<null>
  var1: string | null
  var2: string | null
  condition: Parsed<null>
  app: Parsed<null>
  show_to_text: Given<boolean | null>
  root: Given<boolean | null>
  state: Given<"1" | "0">
  rank: Exact<null>
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface FormLists {
  id: Given<number>
  var1: string
  var2: string | null
  name: string
  data: string | null
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface FormVersions {
  id: Given<number>
  id_form: number
  number: number
  title: string | null
  definition: Parsed
  id_user: number | null
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface Forms {
  id: Given<number>
  name: string
  target: string
  app: Parsed<null>
  root: Given<boolean | null>
  published: number | null
  state: Given<"1" | "0">
  rank: Exact<null>
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface IdempotencyKeys {
  id: Given<number>
  hash: string
  digest: string
  answer: Parsed<null>
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface ImportRows {
  id: Given<number>
  id_import: number
  row: number
  cells: Parsed
  state: "read" | "ok" | "wrong" | "saved" | "undone" | "kept"
  excluded: Given<boolean | null>
  errors: Parsed<null>
  warnings: Parsed<null>
  changes: Parsed<null>
  blanks: number | null
  keys: Parsed<null>
  done: string | null
  id_record: number | null
  key_record: string | null
  before: Parsed<null>
  version_after: number | null
  error: Parsed<null>
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface Imports {
  id: Given<number>
  resource: string
  id_user: number
  id_session: number | null
  file_name: string
  state: "reading" | "verifying" | "verified" | "saving" | "saved" | "undoing" | "undone" | "cancelled" | "failed"
  columns: Parsed<null>
  error: Parsed<null>
  reading: Parsed<null>
  empties: Given<boolean | null>
  total: number | null
  date_saved: Moment<null>
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface Languages {
  id: Given<number>
  code: string
  name: string
  flag: string | null
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface ListViews {
  id: Given<number>
  id_user: number
  list: string
  kind: "saved" | "last"
  name: string | null
  asked: Parsed<null>
  sort: Parsed<null>
  columns: Parsed<null>
  density: string | null
  per_page: number | null
  layout: string | null
  is_default: Given<boolean | null>
  id_owner: number | null
  shared: Given<boolean | null>
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface LogSeals {
  id: Given<number>
  day: string
  lines: number
  hash: string
  before: string | null
  proof: string | null
  outcome: Given<"intact" | "changed" | "pruned" | null>
  date_checked: Moment<null>
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface LoginAttempts {
  id: Given<number>
  username: string
  address: string
  source: string | null
  known: Given<boolean | null>
  result: "failed" | "forgiven" | "ok" | "limit" | "announced"
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface Logs {
  id: Given<number>
  id_user: number | null
  type_log: string
  target: string | null
  id_target: number | null
  key_target: string | null
  title: string | null
  changes: Parsed<null>
  platform: string | null
  id_session: number | null
  id_user_as: number | null
  id_key: number | null
  note: string | null
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface MailOutbox {
  id: Given<number>
  recipient: string
  subject: string
  status: Given<"1" | "2" | "3">
  reason: string | null
  attempts: Given<number | null>
  date_next: Moment<null>
  date_sent: Moment<null>
  body: string | null
  html: string | null
  attachment: Parsed<null>
  secrets: Parsed<null>
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface MailTexts {
  id: Given<number>
  mail: string
  language: string
  subject: string
  body: string
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface Modules {
  id: Given<number>
  type_user: Given<string>
  id_parent: number | null
  level: Given<"0" | "1" | "2">
  key: string | null
  name: string
  url: string | null
  icon: string | null
  badge: string | null
  badge_bg: string | null
  badge_fg: string | null
  exact: Given<boolean | null>
  made_from: Parsed<null>
  root: Given<boolean | null>
  state: Given<"1" | "0">
  rank: Exact<null>
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface Notifications {
  id: Given<number>
  id_user: number
  title: string | null
  body: string
  resource: string | null
  id_target: string | null
  below: string | null
  action: string | null
  actionable: Parsed<null>
  status: Given<"1" | "3">
  key: string | null
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface OwnReportReaders {
  id: Given<number>
  id_user: number
  id_own_report: number
  home: Given<boolean | null>
  mail: Given<boolean | null>
  weekday: Given<number | null>
  hour: Given<number | null>
  date_next: Moment<null>
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface OwnReports {
  id: Given<number>
  id_user: number
  name: string
  shared: Given<"1" | "2" | "3">
  roles: Parsed<null>
  id_owner: number | null
  definition: Parsed
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface Passkeys {
  id: Given<number>
  id_user: number
  name: string | null
  site: string | null
  credential: string
  public_key: string | null
  transports: string | null
  counter: Given<number | null>
  date_used: Moment<null>
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface PasswordRecoveries {
  id: Given<number>
  username: string
  address: string | null
  language: string | null
  origin: string | null
  id_user: number | null
  hash: string | null
  date_read: Moment<null>
  date_expires: Moment<null>
  date_used: Moment<null>
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface RecordComments {
  id: Given<number>
  entity: string
  id_target: string
  id_user: number
  side: string
  internal: Given<boolean | null>
  body: string
  mentions: Parsed<null>
  date_edited: Moment<null>
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface RecordFollowers {
  id: Given<number>
  entity: string
  id_target: string
  id_user: number
  side: string
  follows: Given<boolean>
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface RecordTags {
  id: Given<number>
  catalogue: string
  name: string
  color: string
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface RecoveryCodes {
  id: Given<number>
  id_user: number
  hash: string
  date_used: Moment<null>
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface RoleModules {
  id: Given<number>
  id_role: number
  id_module: number
  see: Given<boolean>
  edit: Given<boolean>
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface Roles {
  id: Given<number>
  name: string
  key: string | null
  type_user: string
  root: Given<boolean | null>
  can_set_passwords: Given<boolean | null>
  second_factor: Given<boolean | null>
  addresses: string | null
  session_hours: number | null
  idle_minutes: number | null
  protected: Given<boolean | null>
  menu_collapsed: Given<"0" | "1" | null>
  all_modules: Given<"0" | "1" | "2" | null>
  id_module: number | null
  state: Given<"1" | "0">
  rank: Exact<null>
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface SecondFactors {
  id: Given<number>
  id_user: number
  secret: string | null
  date_confirmed: Moment<null>
  last_step: number | null
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface SeriesCounters {
  id: Given<number>
  counter: string
  last: number
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface Sessions {
  id: Given<number>
  hash: string
  id_user: number
  type_user: string | null
  platform: string | null
  device_brand: string | null
  device_model: string | null
  os: string | null
  os_version: string | null
  app_version_code: number | null
  update_status: "1" | "0" | null
  language: string | null
  uuid: string | null
  user_agent: string | null
  address: string | null
  protected: Given<boolean | null>
  id_user_as: number | null
  id_session_own: number | null
  last_activity: Moment<null>
  date_confirmed: Moment<null>
  date_locked: Moment<null>
  date_closed: Moment<null>
  state: Given<"1" | "0">
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface Settings {
  id: Given<number>
  key: string
  value: Parsed<null>
  hidden: Given<boolean | null>
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface SignIns {
  id: Given<number>
  id_user: number | null
  result: "ok" | "password" | "code" | "passkey" | "closed" | "address"
  how: "password" | "code" | "password_passkey" | "passkey" | null
  new_device: Given<boolean | null>
  platform: string | null
  device_brand: string | null
  device_model: string | null
  os: string | null
  user_agent: string | null
  address: string | null
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface SpentChallenges {
  id: Given<number>
  hash: string
  date_expires: Moment<null>
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface ToldDates {
  id: Given<number>
  key: string
  day: string
  days: number
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface Translations {
  id: Given<number>
  language: string
  key: string
  value: string
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface UndoRows {
  id: Given<number>
  run: string
  place: number
  chosen: string
  what: Parsed
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface UndoRuns {
  id: Given<number>
  run: string
  resource: string
  id_user: number
  verb: string
  note: string | null
  date_until: Moment
  state: "open" | "undone"
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface Users {
  id: Given<number>
  name: string
  surname: string | null
  email: string | null
  phone: string | null
  password: string | null
  type_user: string
  id_role: number | null
  language: string | null
  access_until: string | null
  pic: number | null
  second_factor: Given<boolean | null>
  profile: Parsed<null>
  state: Given<"1" | "0">
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface Webhooks {
  id: Given<number>
  name: string
  key: string
  url: string
  secret: string | null
  notes: string | null
  last_error: string | null
  date_error: Moment<null>
  state: Given<"1" | "0">
  version: Given<number>
  date_created: Given<Moment>
  date_updated: Given<Moment>
  date_deleted: Moment<null>
}

interface EngineState {
  key: string
  value: Parsed
}

/** Every table by its name. */
export interface EngineTables {
  alert_texts: AlertTexts
  alerts: Alerts
  alerts_roles: AlertsRoles
  api_keys: ApiKeys
  bulk_runs: BulkRuns
  deliveries: Deliveries
  files: Files
  form_fields: FormFields
  form_lists: FormLists
  form_versions: FormVersions
  forms: Forms
  idempotency_keys: IdempotencyKeys
  import_rows: ImportRows
  imports: Imports
  languages: Languages
  list_views: ListViews
  log_seals: LogSeals
  login_attempts: LoginAttempts
  logs: Logs
  mail_outbox: MailOutbox
  mail_texts: MailTexts
  modules: Modules
  notifications: Notifications
  own_report_readers: OwnReportReaders
  own_reports: OwnReports
  passkeys: Passkeys
  password_recoveries: PasswordRecoveries
  record_comments: RecordComments
  record_followers: RecordFollowers
  record_tags: RecordTags
  recovery_codes: RecoveryCodes
  role_modules: RoleModules
  roles: Roles
  second_factors: SecondFactors
  series_counters: SeriesCounters
  sessions: Sessions
  settings: Settings
  sign_ins: SignIns
  spent_challenges: SpentChallenges
  told_dates: ToldDates
  translations: Translations
  undo_rows: UndoRows
  undo_runs: UndoRuns
  users: Users
  webhooks: Webhooks
  engine_state: EngineState
}
