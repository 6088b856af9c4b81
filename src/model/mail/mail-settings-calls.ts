import { Type } from 'typebox'
import { defineCall } from '../call'
import { orNull } from '../wire'

/** Module of the screen, and where it stands. */
export const MAIL_SETTINGS = 'settings_mail'

const access = { module: MAIL_SETTINGS, right: 'edit' } as const
const Text = orNull(Type.String())
const FIELDS = { mail_sender: Text, mail_bcc: Text, mail_auth: Text, mail_host: Text, mail_username: Text }
const Said = Type.Object({ msg: Type.String() })

/** `POST settings/mailForm`: how mails are sent; of the password only whether there is one. */
export const mailSettingsCall = defineCall({
  method: 'POST',
  path: 'settings/mailForm',
  access,
  reads: true,
  request: Type.Object({}),
  response: Type.Object({ item: Type.Object({ ...FIELDS, mail_password_set: Type.Boolean() }) }),
})

/** `POST settings/mailSave`: an empty password keeps the stored one. */
export const saveMailSettingsCall = defineCall({
  method: 'POST',
  path: 'settings/mailSave',
  access,
  request: Type.Object({ ...FIELDS, mail_password: Text }),
  response: Said,
})

/** `POST settings/mailTry`: a mail to the asker, by the settings as they are stored. */
export const tryMailSettingsCall = defineCall({
  method: 'POST',
  path: 'settings/mailTry',
  access,
  request: Type.Object({}),
  response: Said,
})
