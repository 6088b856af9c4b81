import { Type, type Static } from 'typebox'
import { defineCall } from './call'
import type { Field } from './field'
import { Flag, Id, orNull, TextOrNull, When, WhenOrNull } from './wire'

const RecordId = Type.Union([Type.Integer({ minimum: 1 }), Type.String({ minLength: 1, maxLength: 64 })])
const Person = Type.Object({ id: Id, name: Type.String() })

const MAX_BODY = 10_000
export const MAX_FILES = 5
const MAX_MENTIONS = 20
const MAX_TAGS = 30
const MAX_TAG = 40

/** What may be sent with a comment, up to the company's own limit of size: nothing that a browser would run. */
const ACCEPTED = [
  'image/*',
  'audio/*',
  'video/*',
  'application/pdf',
  'application/zip',
  'application/gzip',
  'application/x-ole-storage',
  'text/plain',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.text',
].join(',')

/** The files of a comment as a field, for uploads. */
export const COMMENT_FILES: Field = {
  name: 'files',
  entity: 'record_comments',
  type: 'file',
  title: 'Archivos',
  required: false,
  system: false,
  readOnly: false,
  secret: false,
  search: false,
  unique: false,
  was: [],
  schema: { 'x-accept': ACCEPTED },
}

/** A file of a comment. */
const CommentFile = Type.Object({
  id: Id,
  name: Type.String(),
  mime: Type.String(),
  size: Type.Integer(),
  url: Type.String(),
})

const Comment = Type.Object({
  id: Id,
  version: Type.Integer(),
  id_user: Id,
  user_name: Type.String(),
  /** The company, or whatever owner, that its writer belongs to; null: the house. */
  of: TextOrNull,
  body: Type.String(),
  internal: Flag,
  mentions: Type.Array(Person),
  files: Type.Array(CommentFile),
  date_created: When,
  date_edited: WhenOrNull,
  /** The asker wrote it, and may change it. */
  own: Type.Boolean(),
  may_remove: Type.Boolean(),
})

const Tag = Type.Object({ id: Id, name: Type.String(), color: Type.String() })
const Mentions = Type.Optional(Type.Array(Id, { maxItems: MAX_MENTIONS }))
const Body = Type.String({ maxLength: MAX_BODY })
const Names = Type.Optional(
  orNull(Type.Array(Type.Union([Id, Type.String({ minLength: 1, maxLength: MAX_TAG })]), { maxItems: MAX_TAGS })),
)
const msg = Type.Optional(Type.String())
const access = 'session' as const

/**
 * What people do around the records of a catalogue; each call needs the right to see the record, those of tags the
 * right to edit.
 */
export const peopleCalls = (endpoint: string) => ({
  /** How many comments and followers a record has, and whether the asker follows it. */
  people: defineCall({
    method: 'GET',
    path: `${endpoint}/:id/people`,
    access,
    request: Type.Object({ id: RecordId }),
    response: Type.Object({
      comments: orNull(Type.Integer()),
      followers: orNull(Type.Integer()),
      follows: Type.Boolean(),
    }),
  }),
  /**
   * The last comments, the newest last; `before` is the id of the first one shown, `since` what the last answer said:
   * then nothing new is a few bytes.
   */
  comments: defineCall({
    method: 'GET',
    path: `${endpoint}/:id/comments`,
    access,
    request: Type.Object({
      id: RecordId,
      before: Type.Optional(Id),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      since: Type.Optional(Type.String({ maxLength: 80 })),
    }),
    response: Type.Object({
      /** Null: nothing has changed since. */
      items: orNull(Type.Array(Comment)),
      total: Type.Integer(),
      more: Type.Boolean(),
      since: Type.String(),
      /** The asker decides whether people beyond the house read a comment. */
      may_open: Type.Boolean(),
    }),
  }),
  comment: defineCall({
    method: 'POST',
    path: `${endpoint}/:id/comments`,
    access,
    request: Type.Object({
      id: RecordId,
      body: Body,
      mentions: Mentions,
      files: Type.Optional(Type.Array(Id, { maxItems: MAX_FILES })),
      /** 0: people beyond the house who take part read it too. */
      internal: Type.Optional(Flag),
    }),
    response: Type.Object({ item: Comment, msg }),
  }),
  changeComment: defineCall({
    method: 'POST',
    path: `${endpoint}/:id/comments/change`,
    access,
    request: Type.Object({ id: RecordId, comment: Id, version: Type.Integer(), body: Body, mentions: Mentions }),
    response: Type.Object({ item: Comment, msg }),
  }),
  removeComment: defineCall({
    method: 'POST',
    path: `${endpoint}/:id/comments/remove`,
    access,
    request: Type.Object({ id: RecordId, comment: Id }),
    response: Type.Object({ msg }),
  }),
  /** People who may see the record, and so be mentioned in a comment about it. */
  mentionable: defineCall({
    method: 'GET',
    path: `${endpoint}/:id/comments/people`,
    access,
    request: Type.Object({
      id: RecordId,
      q: Type.Optional(Type.String({ maxLength: 80 })),
      internal: Type.Optional(Flag),
    }),
    response: Type.Object({ items: Type.Array(Person) }),
  }),
  follow: defineCall({
    method: 'POST',
    path: `${endpoint}/:id/follow`,
    access,
    request: Type.Object({ id: RecordId }),
    response: Type.Object({ followers: Type.Integer(), follows: Type.Boolean(), msg }),
  }),
  unfollow: defineCall({
    method: 'POST',
    path: `${endpoint}/:id/unfollow`,
    access,
    request: Type.Object({ id: RecordId }),
    response: Type.Object({ followers: Type.Integer(), follows: Type.Boolean(), msg }),
  }),
  /** The tags of the catalogue. */
  tags: defineCall({
    method: 'GET',
    path: `${endpoint}/tags`,
    access,
    request: Type.Object({}),
    response: Type.Object({
      items: Type.Array(Tag),
      /** The asker may rename, merge and remove them. */ may_change: Type.Boolean(),
    }),
  }),
  /** Gives a record tags and takes others from it; a name that is new makes a tag. */
  retag: defineCall({
    method: 'POST',
    path: `${endpoint}/retag`,
    access,
    request: Type.Object({ id: RecordId, add: Names, remove: Names }),
    response: Type.Object({ msg }),
  }),
  changeTag: defineCall({
    method: 'POST',
    path: `${endpoint}/tags/change`,
    access,
    request: Type.Object({
      tag: Id,
      name: Type.Optional(Type.String({ maxLength: MAX_TAG })),
      color: Type.Optional(Type.String({ pattern: '^#[0-9a-f]{6}$' })),
    }),
    response: Type.Object({ msg }),
  }),
  /** All records with the one get the other, and the one goes. */
  mergeTags: defineCall({
    method: 'POST',
    path: `${endpoint}/tags/merge`,
    access,
    request: Type.Object({ tag: Id, into: Id }),
    response: Type.Object({ msg }),
  }),
  removeTag: defineCall({
    method: 'POST',
    path: `${endpoint}/tags/remove`,
    access,
    request: Type.Object({ tag: Id }),
    response: Type.Object({ msg }),
  }),
})

export type PeopleCalls = ReturnType<typeof peopleCalls>
export type CommentItem = Static<typeof Comment>
export type TagItem = Static<typeof Tag>
export type PersonItem = Static<typeof Person>
