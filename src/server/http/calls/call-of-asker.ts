import type { CallContext } from '../../language/feature/call'
import { callFiles } from '../../platform/files/feature-files'
import { personPic } from '../../platform/files/person-pic'
import type { RecordContext } from '../../records/record-context'
import { writeMail } from '../../work/mail/write-mail'
import { callRecords } from './call-records'

declare module '../../language/runtime' {
  interface Runtime {
    /**
     * What a call of a feature would get now from who asks, outside of any transaction: for hooks of what runs in the
     * background.
     */
    readonly callOf: (context: RecordContext) => CallContext
  }
}

/** What a feature's call gets, for an asker without a request: whose file is saved in the background. */
export function callOfAsker({
  runtime,
  model,
  actor,
  settings,
  origin,
}: Pick<RecordContext, 'runtime' | 'model' | 'actor' | 'settings' | 'origin'>): CallContext {
  const { database, words, now } = runtime
  const none = (): never => {
    throw new Error('This caller has no session, so none can be opened or closed.')
  }
  return {
    actor,
    model,
    settings,
    now,
    platform: origin.platform,
    idempotency: null,
    network: '',
    origin: null,
    db: database.db,
    transaction: database.transaction,
    picture: (pic) => personPic(runtime, pic, origin.id_session),
    files: callFiles(runtime, actor.id, origin.id_session),
    records: callRecords(runtime, actor, origin),
    session: {
      id: origin.id_session,
      open: async () => none(),
      recover: async () => none(),
      close: async () => none(),
    },
    say: (key, params) => words.say(actor.language, key, params),
    writeMail: (kind, language, values) => writeMail(database.db, words, kind, language, values),
    inTheNameOf: async () => none(),
    sayIn: (language, key, params) => words.say(language ?? words.languages[0] ?? 'es', key, params),
  }
}
