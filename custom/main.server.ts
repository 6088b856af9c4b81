import { startServer } from '#engine/server'
import { billing } from './billing/server'
import { bots } from './bots/server'
import { chats } from './chats/server'
import { delivery } from './delivery/server'
import { clients } from './clients/server'
import { demoFeature } from './demo/server'
import { dispatcher } from './dispatcher/server'
import { drivers } from './drivers/server'
import { explained } from './explain/server'
import { fares } from './fares/server'
import { fleet } from './fleet/server'
import { forecasts } from './forecast/server'
import { forms } from './forms/server'
import { geo } from './geo/server'
import { groupings } from './groupings/server'
import { ledger } from './ledger/server'
import { messages } from './messages/server'
import { past } from './past/server'
import { ranking } from './ranks/server'
import { refers } from './refers/server'
import { reports } from './reports/server'
import { services } from './services/server'
import { simulator } from './simulator/server'
import { streets } from './streets/server'
import { telephony } from './telephony/server'
import { texts } from './texts/server'
import { tracking } from './tracking/server'
import { tracks } from './tracks/server'
import { users } from './users/server'
import { wallets } from './wallets/server'
import { widgets } from './widgets/server'

await startServer([
  geo,
  streets,
  fleet,
  ranking,
  users,
  services,
  forms,
  drivers,
  messages,
  dispatcher,
  fares,
  tracking,
  tracks,
  chats,
  telephony,
  delivery,
  ledger,
  wallets,
  billing,
  explained,
  refers,
  texts,
  groupings,
  reports,
  forecasts,
  past,
  bots,
  widgets,
  clients,
  simulator,
  demoFeature,
])
