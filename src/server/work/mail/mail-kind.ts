import type { CallContext } from '../../language/feature/call'

/**
 * A mail that the program sends; its words are `<words>.subject` and `<words>.body` of the texts, its name
 * `mails.names.<key>`.
 */
export interface MailKind {
  readonly key: string
  readonly words: string
  /**
   * What can be inserted (`mails.vars.<name>` names it), and what a preview has for it; `person` is the name of who
   * gets it.
   */
  readonly vars: { readonly [name: string]: string }
  /** Without these the mail is of no use. */
  readonly needs?: readonly string[]
  /** What it is about: its preview is of a record of that catalogue. */
  readonly about?: {
    readonly resource: string
    /** The variables of one record that the asker sees, by default of the latest; null: there is none. */
    readonly example: (context: CallContext, id: number | null) => Promise<MailExample | null>
  }
}

/** A record with what its mail would say of it. */
export interface MailExample {
  readonly id: number
  readonly title: string
  readonly values: { readonly [name: string]: string | number }
}

/** A mail as it is sent: a text, and the same with formats where its template has them. */
export interface WrittenMail {
  readonly subject: string
  readonly body: string
  readonly html?: string
}
