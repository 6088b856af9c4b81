import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readProxies, type TrustedProxies } from './network/trusted-proxies'
import type { DatabaseAddress } from './database/database'
import type { FilesPlace } from './files/storage'
import { MIN_KEY_CHARS } from './secrets/keyring'

/** The settings from the environment and a command's arguments, with the defaults filled in. */
export interface Config {
  /**
   * Folder with the application's words and metadata, and by default its data: schemas, resources, i18n, var
   * (PROJECT_DIR).
   */
  readonly root: string
  /** Folder of this checkout: src, custom, dist. */
  readonly codeRoot: string
  readonly host: string
  readonly port: number
  /** DATABASE_URL, else the folder of the embedded database (DATA_DIR, default var/). */
  readonly database: DatabaseAddress
  /**
   * FILES_S3_URL with FILES_S3_KEY_ID, FILES_S3_SECRET and FILES_S3_REGION, else a folder (FILES_DIR, by default
   * `files` next to the database).
   */
  readonly files: FilesPlace
  /** Keys of the secrets in the database (SECRET_KEYS, the first seals); none: a key of its own in `keyFile`. */
  readonly secretKeys: readonly string[]
  /** `secret.key` in the data folder. */
  readonly keyFile: string
  readonly demo: boolean
  readonly scale: number
  /** Whose `X-Forwarded-*` count (TRUST_PROXY). */
  readonly trustProxy: TrustedProxies
  readonly logLevel: string
  /** Hosts of one's own network that webhooks may call (WEBHOOK_HOSTS). */
  readonly webhookHosts: readonly string[]
  /** How long a server that is to end goes on taking calls, after it has said so (DRAIN_MS). */
  readonly drain_ms: number
}

/** @throws {ConfigError} with a sentence for a person */
export function readConfig(env: NodeJS.ProcessEnv, args: readonly string[]): Config {
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    options: { scale: { type: 'string' }, port: { type: 'string' } },
  })
  const codeRoot = projectRoot()
  const root = env.PROJECT_DIR ? resolve(env.PROJECT_DIR) : codeRoot
  const database = env.DATABASE_URL || resolve(root, env.DATA_DIR || 'var')
  return {
    root,
    codeRoot,
    database,
    files: filesPlace(env, root, env.DATABASE_URL ? null : database),
    host: env.HOST || '127.0.0.1',
    port: wholeNumber('PORT', values.port ?? env.PORT, 8080, 0, 65_535),
    secretKeys: secretKeys(env.SECRET_KEYS),
    keyFile: join(resolve(root, env.DATA_DIR || 'var'), 'secret.key'),
    demo: env.DEMO !== '0',
    scale: positive('--scale', values.scale ?? env.DEMO_SCALE),
    trustProxy: trustedProxies(env.TRUST_PROXY),
    logLevel: env.LOG_LEVEL || 'warn',
    webhookHosts: (env.WEBHOOK_HOSTS ?? '')
      .toLowerCase()
      .split(/[\s,]+/)
      .filter((host) => host !== ''),
    drain_ms: wholeNumber('DRAIN_MS', env.DRAIN_MS, 1000, 0, 60_000),
  }
}

function secretKeys(text = ''): readonly string[] {
  const keys = text.split(/[\s,]+/).filter((key) => key !== '')
  if (keys.some((key) => key.length < MIN_KEY_CHARS))
    throw new ConfigError(
      `Each of SECRET_KEYS must have at least ${MIN_KEY_CHARS} characters, such as what "openssl rand -base64 32" writes.`,
    )
  return keys
}

function filesPlace(env: NodeJS.ProcessEnv, root: string, data: string | null): FilesPlace {
  const { FILES_S3_URL: url, FILES_S3_KEY_ID: keyId, FILES_S3_SECRET: secret } = env
  if (!url) return { folder: env.FILES_DIR ? resolve(root, env.FILES_DIR) : join(data ?? join(root, 'var'), 'files') }
  if (!/^https?:\/\/[^/?#]+\/[^?#]+$/.test(url))
    throw new ConfigError(
      `FILES_S3_URL must be the address of a bucket, such as https://s3.example.com/bucket, not "${url}".`,
    )
  if (!keyId || !secret) throw new ConfigError('FILES_S3_URL needs FILES_S3_KEY_ID and FILES_S3_SECRET.')
  return { s3: { url, keyId, secret, region: env.FILES_S3_REGION || 'us-east-1' } }
}

function trustedProxies(text: string | undefined): TrustedProxies {
  try {
    return readProxies(text)
  } catch (error) {
    throw error instanceof RangeError ? new ConfigError(error.message) : error
  }
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

// The nearest folder upwards that has the project's package.json: from this file, built or not; else from the working
// directory.
function projectRoot(): string {
  for (let folder = import.meta.dirname; dirname(folder) !== folder; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'i18n'))) return folder
  }
  return process.cwd()
}

function wholeNumber(name: string, text: unknown, missing: number, least: number, max: number): number {
  if (text === undefined || text === '') return missing
  const number = Number(text)
  if (!Number.isInteger(number) || number < least || number > max) {
    throw new ConfigError(`${name} must be a whole number from ${least} to ${max}, not "${String(text)}".`)
  }
  return number
}

function positive(name: string, text: unknown): number {
  const number = text === undefined || text === '' ? 1 : Number(text)
  if (!(number > 0 && number <= 100_000))
    throw new ConfigError(`${name} must be a number above 0, not "${String(text)}".`)
  return number
}
