import compress from '@fastify/compress'
import fastify, {
  LogController,
  type FastifyInstance,
  type FastifyServerFactory,
  type FastifyServerOptions,
} from 'fastify'
import { handleErrors, sendError, toAppError } from '../platform/answers/error-handler'
import { answerUnknown } from '../platform/answers/unknown-path'
import { registerHealth } from '../platform/answers/health'
import { readForms } from '../platform/answers/form-bodies'
import { limitGuestBodies } from '../platform/answers/guest-bodies'
import { cutSlowBodies, type LeastSpeed } from '../platform/answers/slow-bodies'
import { secureHeaders } from '../platform/answers/security-headers'
import { authenticate } from '../work/accounts/authenticate'
import { registerApiKeys } from '../http/auth/key-routes'
import { expireKeys } from '../work/accounts/key-job'
import { loginAlertJob } from '../work/accounts/login-attempts'
import { registerConfirm } from '../http/auth/confirm-call'
import { registerLogin } from '../http/auth/login-calls'
import { registerMe } from '../http/auth/me-calls'
import { registerProfile } from '../http/auth/profile-calls'
import { registerRecovery } from '../http/auth/recovery-calls'
import { recoveryJob } from '../work/accounts/recovery-job'
import { registerSessions } from '../http/auth/session-calls'
import { secondFactorCalls } from '../http/auth/second-factor-calls'
import { sessionJob } from '../work/accounts/session-job'
import { signInCalls } from '../http/auth/sign-in-calls'
import { pruneSignIns } from '../work/accounts/sign-ins'
import { trustProxy, type TrustedProxies } from '../platform/network/trusted-proxies'
import { sessionUserOf } from '../language/actor/session-user'
import { registerVerify } from '../http/auth/verify-call'
import { limitHeavyCalls } from '../http/calls/heavy-calls'
import { registerFeatureCalls } from '../http/calls/feature-calls'
import { registerInboundCalls } from '../http/calls/inbound-calls'
import type { Database } from '../platform/database/database'
import { followClock } from '../platform/database/follow-clock'
import { deliveryJobs, pruneDeliveries } from '../work/events/delivery-job'
import { automaticMoves } from '../records/flow/automatic-moves'
import { tellDates } from '../work/events/tell-dates'
import { registerDeliveries } from '../http/delivery-calls'
import { sendingOf } from '../work/events/deliver'
import { permissionCalls } from '../http/auth/permission-calls'
import { alertCalls } from '../http/alert-calls'
import { noticeCalls } from '../http/notice-calls'
import { formCalls } from '../http/form-calls'
import type { CallContract } from '../../model/call'
import type { ServerFeature } from '../language/feature/feature'
import { pruneFiles } from '../platform/files/prune-files'
import { registerFiles } from '../platform/files/serve-file'
import { registerPictures } from '../platform/files/serve-picture'
import type { FileStorage } from '../platform/files/storage'
import { registerUpload } from '../http/upload-call'
import { registerImports } from '../http/import-calls'
import { importJob, pruneImports } from '../work/import/import-jobs'
import { checkCalls } from '../http/check-calls'
import type { Job } from '../platform/jobs/job'
import { startJobs } from '../platform/jobs/start-jobs'
import { registerMail } from '../http/mail-calls'
import { mailTemplateCalls } from '../http/template-calls'
import { mailJob } from '../work/mail/mail-job'
import { reportFiles } from '../work/own-reports/mailed-files'
import { makeRuntime } from './make-runtime'
import { registerMenuCall } from '../http/menu-call'
import { findCalls } from '../http/records/find-call'
import { ownReportCalls, registerOwnReports } from '../http/own-report-calls'
import { mailReports } from '../work/own-reports/mail-reports'
import type { Metadata } from '../language/metadata/metadata'
import { registerModel } from '../http/model-call'
import { listenToNotices } from '../work/notices'
import { registerLogSeals, sealLogJob } from '../http/records/log-seal-calls'
import { pruneIdempotencyKeys } from '../platform/once/prune-keys'
import { pruneLogJob } from '../records/log/prune-log'
import { purgeRemoved } from '../records/removed/purge-removed'
import { registerRecordCalls } from '../http/records/record-calls'
import { registerRest } from '../http/rest/rest-calls'
import { followRollups } from '../records/rollups/follow-rollups'
import type { Runtime } from '../language/runtime'
import type { Keyring } from '../platform/secrets/keyring'
import { upgradeJob } from '../records/upgrade/upgrade-job'
import { servePublicPages } from '../http/public-pages'
import { languageCalls } from '../http/language-calls'
import type { ReadWords } from '../language/words/read-words'
import { registerWords } from '../http/words-calls'
import fastifyStatic from '@fastify/static'
import { join, sep } from 'node:path'

const YEAR_S = 31_536_000

/** Serves the built console: files named by their content never go stale, everything else is revalidated. */
export async function serveConsole(app: FastifyInstance, folder: string): Promise<void> {
  const hashed = join(folder, 'assets') + sep
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    cacheControl: false,
    // The build wrote them next to their originals.
    preCompressed: true,
    setHeaders: (response, path) => {
      response.setHeader('cache-control', path.startsWith(hashed) ? `public, max-age=${YEAR_S}, immutable` : 'no-cache')
      response.setHeader('vary', 'accept-encoding')
    },
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    runtime: Runtime
  }
}

function noSchemas(): never {
  throw new Error("A route has a schema of Fastify's: calls are held to their contracts (language/feature/shape.ts).")
}

interface AppOptions {
  readonly database: Database
  /** The keys of the secrets in the database. */
  readonly keyring: Keyring
  readonly metadata: Metadata
  readonly words: ReadWords
  readonly features: readonly ServerFeature[]
  /** Where files are stored; absent: none are accepted. */
  readonly storage?: FileStorage
  /** Default: the database's clock. */
  readonly now?: () => Date
  readonly logger?: FastifyServerOptions['logger']
  readonly trustProxy?: TrustedProxies
  /** Built console to serve; absent: the API alone. */
  readonly consoleFolder?: string
  /** Looser page policy for vite's client. */
  readonly development?: boolean
  /** Check answers of feature calls against their contracts. */
  readonly checkAnswers?: boolean
  /** Hosts in one's own network that webhooks and the translation of texts may call. */
  readonly webhookHosts?: readonly string[]
  /** Which jobs run on schedule, and not only when they are woken; default all. */
  readonly timed?: (job: Job) => boolean
  /** What a body must bring; default half a kilobyte a second. */
  readonly leastSpeed?: LeastSpeed
  /**
   * Told of each route that answers, by the method and path of its registration; of a call of a feature with its
   * contract.
   */
  readonly onRoute?: (method: string, url: string, contract: CallContract | null) => void
  /** In development vite answers everything but the API. */
  readonly serverFactory?: FastifyServerFactory
}

/** Settings of the engine that are addresses of pictures. */
const ENGINE_PICTURES = ['pic_logo', 'pic_favicon', 'url_uploads']
const ENGINE_JOBS = [
  sessionJob,
  expireKeys,
  recoveryJob,
  loginAlertJob,
  pruneSignIns,
  mailJob(reportFiles),
  pruneLogJob,
  sealLogJob,
  importJob,
  pruneImports,
  pruneFiles,
  pruneDeliveries,
  pruneIdempotencyKeys,
  purgeRemoved,
  followRollups,
  mailReports,
  tellDates,
  automaticMoves,
]

// For the head of a call, which is some hundred bytes; its body has `cutSlowBodies`.
const HEADERS_MS = 20_000
// No route has a schema of Fastify's: what would compile them is not even loaded.
const compilers = { buildValidator: noSchemas, buildSerializer: noSchemas }
// Enough for a form with long texts; file uploads have a limit of their own.
const BODY_LIMIT_BYTES = 4 * 1024 * 1024

/**
 * The server without its socket: database and Model are ready (`prepareDatabase`), and every call goes through `inject`
 * just as it does through the network. `close` ends its listeners, not the database.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { database, metadata, features, development = false } = options
  const clock = options.now ? null : await followClock(database)
  const { runtime, sessions, keys, settings, overlay } = makeRuntime({
    ...options,
    ...(clock ? { now: clock.now } : {}),
  })
  const { words } = runtime
  await Promise.all([overlay(), words.refresh()])
  await runtime.files.links.open(database.db)

  const app = fastify({
    logger: options.logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy(options.trustProxy ?? 0),
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: HEADERS_MS / 4 },
    schemaController: { compilersFactory: compilers },
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: 400, ignoreTrailingSlash: true },
    // Errors that Fastify finds before there is a route, such as an address that cannot be decoded.
    frameworkErrors: (error, request, reply) => {
      sendError(words, request, reply, toAppError(error))
    },
    ...(options.serverFactory ? { serverFactory: options.serverFactory } : {}),
  })
  app.decorate('runtime', runtime)
  app.addHook('onRoute', ({ method, url, config }) => {
    const { refused, contract } = (config ?? {}) as { readonly refused?: true; readonly contract?: CallContract }
    if (!refused) for (const one of [method].flat()) options.onRoute?.(one, url, contract ?? null)
  })
  app.addHook('onClose', () => runtime.files.temporary.close())
  handleErrors(app, words)
  secureHeaders(app, development, {
    model: metadata.model,
    settings: runtime.settings,
    imageSettings: features.flatMap((feature) => feature.imageSettings ?? []).concat(ENGINE_PICTURES),
  })
  cutSlowBodies(app, options.leastSpeed)
  readForms(app)
  await app.register(compress, {
    global: true,
    threshold: 1024,
    encodings: ['gzip', 'deflate'],
    zlibOptions: { level: 4 },
  })
  authenticate(app, runtime, { sessions, keys })
  limitGuestBodies(app)
  limitHeavyCalls(app, runtime)

  const sessionUser = sessionUserOf(runtime, settings, metadata)
  registerHealth(app, database)
  registerLogin(app, runtime, sessions, settings, sessionUser)
  registerVerify(app, sessionUser)
  registerMenuCall(app, runtime)
  registerMe(app, runtime)
  registerProfile(app, runtime)
  registerConfirm(app, runtime)
  registerSessions(app, runtime)
  registerApiKeys(app, runtime)
  registerRecovery(app, runtime)
  registerMail(app, runtime)
  registerDeliveries(app, runtime)
  registerModel(app, runtime)
  registerLogSeals(app, runtime)
  registerWords(app, words)
  registerFeatureCalls(
    app,
    runtime,
    sessions,
    [
      ...noticeCalls(settings, words),
      ...alertCalls(runtime),
      ...permissionCalls(runtime),
      ...secondFactorCalls(runtime),
      ...signInCalls,
      ...formCalls,
      ...mailTemplateCalls(runtime, features),
      ...languageCalls(runtime, features, options.webhookHosts ?? []),
      ...ownReportCalls(runtime),
      ...findCalls(runtime),
      ...checkCalls(runtime, features),
      ...features.flatMap(({ calls }) => calls ?? []),
    ],
    { checkAnswers: options.checkAnswers ?? false },
  )
  await registerInboundCalls(
    app,
    runtime,
    features.flatMap(({ inbound }) => inbound ?? []),
  )
  registerOwnReports(app, runtime)
  await registerImports(app, runtime)
  registerFiles(app, runtime)
  registerPictures(app, runtime, settings)
  registerUpload(
    app,
    runtime,
    features.flatMap(({ uploads }) => uploads ?? []),
  )
  await registerRest(
    app,
    runtime,
    features.flatMap(({ calls = [] }) => calls.map(({ contract }) => contract)),
  )
  await registerRecordCalls(app, runtime)
  if (options.consoleFolder) {
    await serveConsole(app, options.consoleFolder)
    servePublicPages(app, options.consoleFolder, features, database.db, runtime.settings)
  }
  answerUnknown(app, words, options.consoleFolder !== undefined)

  if (clock) app.addHook('onClose', async () => clock.stop())
  const stopListening = await listenToNotices(database, runtime.changed)
  app.addHook('onClose', stopListening)
  for (const { open } of features) {
    const close = await open?.(runtime)
    if (close) app.addHook('onClose', close)
  }
  await startJobs(
    app,
    runtime,
    [
      ...ENGINE_JOBS,
      upgradeJob(metadata.model, features),
      ...deliveryJobs(sendingOf(features, options.webhookHosts ?? [])),
      ...features.flatMap(({ jobs }) => jobs ?? []),
    ],
    options.timed ?? (() => true),
  )
  return app
}
