import type { CallContext } from '../feature/call'

/** A mail that the program sends; its words are `<words>.subject` and `<words>.body` of the texts, its name `mails.names.<key>`. */
export interface MailKind {
  readonly key: string
  readonly words: string
  /** What can be inserted (`mails.vars.<name>` names it), and what a preview has for it; `person` is the name of who gets it. */
  readonly vars: { readonly [name: string]: string }
  /** Without these the mail is of no use. */
  readonly needs?: readonly string[]
  /** Values of a record that the asker sees, for a preview; null: there is none. */
  readonly example?: (context: CallContext) => Promise<{ readonly [name: string]: string | number } | null>
}

/** A mail as it is sent: a text, and the same with formats where its template has them. */
export interface WrittenMail { readonly subject: string; readonly body: string; readonly html?: string }
