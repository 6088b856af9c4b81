import { startClient } from '#engine/client'
import { billing } from './billing/client'
import { bots } from './bots/client'
import { chats } from './chats/client'
import { clients } from './clients/client'
import { delivery } from './delivery/client'
import { dispatcher } from './dispatcher/client'
import { drivers } from './drivers/client'
import { fares } from './fares/client'
import { forms } from './forms/client'
import { geo } from './geo/client'
import { groupings } from './groupings/client'
import { ledger } from './ledger/client'
import { messages } from './messages/client'
import { forecasts } from './forecast/client'
import { past } from './past/client'
import { reports } from './reports/client'
import { services } from './services/client'
import { telephony } from './telephony/client'
import { texts } from './texts/client'
import { tracking } from './tracking/client'
import { tracks } from './tracks/client'
import { widgets } from './widgets/client'

startClient([
  geo,
  dispatcher,
  services,
  drivers,
  telephony,
  messages,
  forms,
  fares,
  tracking,
  tracks,
  chats,
  texts,
  groupings,
  reports,
  forecasts,
  past,
  ledger,
  billing,
  bots,
  widgets,
  clients,
  delivery,
])
