import AccountBalance from '@mui/icons-material/AccountBalance'
import AccountBalanceWallet from '@mui/icons-material/AccountBalanceWallet'
import AdminPanelSettings from '@mui/icons-material/AdminPanelSettings'
import Analytics from '@mui/icons-material/Analytics'
import Apartment from '@mui/icons-material/Apartment'
import Article from '@mui/icons-material/Article'
import Assessment from '@mui/icons-material/Assessment'
import Assignment from '@mui/icons-material/Assignment'
import Badge from '@mui/icons-material/Badge'
import Block from '@mui/icons-material/Block'
import Bolt from '@mui/icons-material/Bolt'
import Bookmark from '@mui/icons-material/Bookmark'
import Brush from '@mui/icons-material/Brush'
import Build from '@mui/icons-material/Build'
import Business from '@mui/icons-material/Business'
import CalendarMonth from '@mui/icons-material/CalendarMonth'
import Call from '@mui/icons-material/Call'
import Campaign from '@mui/icons-material/Campaign'
import CardGiftcard from '@mui/icons-material/CardGiftcard'
import Category from '@mui/icons-material/Category'
import Chat from '@mui/icons-material/Chat'
import CheckCircle from '@mui/icons-material/CheckCircle'
import Checklist from '@mui/icons-material/Checklist'
import CreditCard from '@mui/icons-material/CreditCard'
import Dashboard from '@mui/icons-material/Dashboard'
import Delete from '@mui/icons-material/Delete'
import DeliveryDining from '@mui/icons-material/DeliveryDining'
import Description from '@mui/icons-material/Description'
import Devices from '@mui/icons-material/Devices'
import DirectionsBus from '@mui/icons-material/DirectionsBus'
import DirectionsCar from '@mui/icons-material/DirectionsCar'
import Download from '@mui/icons-material/Download'
import EditNote from '@mui/icons-material/EditNote'
import Email from '@mui/icons-material/Email'
import Event from '@mui/icons-material/Event'
import Extension from '@mui/icons-material/Extension'
import Favorite from '@mui/icons-material/Favorite'
import Flag from '@mui/icons-material/Flag'
import Flight from '@mui/icons-material/Flight'
import Folder from '@mui/icons-material/Folder'
import Groups from '@mui/icons-material/Groups'
import Handshake from '@mui/icons-material/Handshake'
import HeadsetMic from '@mui/icons-material/HeadsetMic'
import History from '@mui/icons-material/History'
import Home from '@mui/icons-material/Home'
import Hotel from '@mui/icons-material/Hotel'
import Hub from '@mui/icons-material/Hub'
import Image from '@mui/icons-material/Image'
import InsertChart from '@mui/icons-material/InsertChart'
import Inventory2 from '@mui/icons-material/Inventory2'
import Key from '@mui/icons-material/Key'
import Language from '@mui/icons-material/Language'
import Layers from '@mui/icons-material/Layers'
import List from '@mui/icons-material/List'
import LocalActivity from '@mui/icons-material/LocalActivity'
import LocalHospital from '@mui/icons-material/LocalHospital'
import LocalMall from '@mui/icons-material/LocalMall'
import LocalOffer from '@mui/icons-material/LocalOffer'
import LocalParking from '@mui/icons-material/LocalParking'
import LocalShipping from '@mui/icons-material/LocalShipping'
import LocalTaxi from '@mui/icons-material/LocalTaxi'
import LocationCity from '@mui/icons-material/LocationCity'
import Lock from '@mui/icons-material/Lock'
import Login from '@mui/icons-material/Login'
import Loyalty from '@mui/icons-material/Loyalty'
import ManageAccounts from '@mui/icons-material/ManageAccounts'
import Map from '@mui/icons-material/Map'
import Message from '@mui/icons-material/Message'
import MonetizationOn from '@mui/icons-material/MonetizationOn'
import Museum from '@mui/icons-material/Museum'
import Notifications from '@mui/icons-material/Notifications'
import Palette from '@mui/icons-material/Palette'
import Park from '@mui/icons-material/Park'
import Payments from '@mui/icons-material/Payments'
import People from '@mui/icons-material/People'
import Percent from '@mui/icons-material/Percent'
import Person from '@mui/icons-material/Person'
import PersonAdd from '@mui/icons-material/PersonAdd'
import PhoneIphone from '@mui/icons-material/PhoneIphone'
import Place from '@mui/icons-material/Place'
import Policy from '@mui/icons-material/Policy'
import Print from '@mui/icons-material/Print'
import Public from '@mui/icons-material/Public'
import QrCode from '@mui/icons-material/QrCode'
import ReceiptLong from '@mui/icons-material/ReceiptLong'
import Report from '@mui/icons-material/Report'
import Restaurant from '@mui/icons-material/Restaurant'
import Route from '@mui/icons-material/Route'
import Schedule from '@mui/icons-material/Schedule'
import School from '@mui/icons-material/School'
import Security from '@mui/icons-material/Security'
import Sell from '@mui/icons-material/Sell'
import Send from '@mui/icons-material/Send'
import Settings from '@mui/icons-material/Settings'
import Share from '@mui/icons-material/Share'
import SmartToy from '@mui/icons-material/SmartToy'
import Sms from '@mui/icons-material/Sms'
import Speed from '@mui/icons-material/Speed'
import Stadium from '@mui/icons-material/Stadium'
import Star from '@mui/icons-material/Star'
import Store from '@mui/icons-material/Store'
import SupportAgent from '@mui/icons-material/SupportAgent'
import SwapHoriz from '@mui/icons-material/SwapHoriz'
import TableChart from '@mui/icons-material/TableChart'
import Timeline from '@mui/icons-material/Timeline'
import Toll from '@mui/icons-material/Toll'
import Translate from '@mui/icons-material/Translate'
import TwoWheeler from '@mui/icons-material/TwoWheeler'
import Upload from '@mui/icons-material/Upload'
import Verified from '@mui/icons-material/Verified'
import Visibility from '@mui/icons-material/Visibility'
import Warning from '@mui/icons-material/Warning'
import Work from '@mui/icons-material/Work'
import type SvgIcon from '@mui/material/SvgIcon'

/** The icons that metadata may name, by their Material names; loaded after the first screen stands. */
export const icons: { readonly [name: string]: typeof SvgIcon | undefined } = {
  account_balance: AccountBalance,
  account_balance_wallet: AccountBalanceWallet,
  admin_panel_settings: AdminPanelSettings,
  analytics: Analytics,
  apartment: Apartment,
  article: Article,
  assessment: Assessment,
  assignment: Assignment,
  badge: Badge,
  block: Block,
  bolt: Bolt,
  bookmark: Bookmark,
  brush: Brush,
  build: Build,
  business: Business,
  calendar_month: CalendarMonth,
  call: Call,
  campaign: Campaign,
  card_giftcard: CardGiftcard,
  category: Category,
  chat: Chat,
  check_circle: CheckCircle,
  checklist: Checklist,
  credit_card: CreditCard,
  dashboard: Dashboard,
  delete: Delete,
  delivery_dining: DeliveryDining,
  description: Description,
  devices: Devices,
  directions_bus: DirectionsBus,
  directions_car: DirectionsCar,
  download: Download,
  edit_note: EditNote,
  email: Email,
  event: Event,
  extension: Extension,
  favorite: Favorite,
  flag: Flag,
  flight: Flight,
  folder: Folder,
  groups: Groups,
  handshake: Handshake,
  headset_mic: HeadsetMic,
  history: History,
  home: Home,
  hotel: Hotel,
  hub: Hub,
  image: Image,
  insert_chart: InsertChart,
  inventory_2: Inventory2,
  key: Key,
  language: Language,
  layers: Layers,
  list: List,
  local_activity: LocalActivity,
  local_hospital: LocalHospital,
  local_mall: LocalMall,
  local_offer: LocalOffer,
  local_parking: LocalParking,
  local_shipping: LocalShipping,
  local_taxi: LocalTaxi,
  location_city: LocationCity,
  lock: Lock,
  login: Login,
  loyalty: Loyalty,
  manage_accounts: ManageAccounts,
  map: Map,
  message: Message,
  monetization_on: MonetizationOn,
  museum: Museum,
  notifications: Notifications,
  palette: Palette,
  park: Park,
  payments: Payments,
  people: People,
  percent: Percent,
  person: Person,
  person_add: PersonAdd,
  phone_iphone: PhoneIphone,
  place: Place,
  policy: Policy,
  print: Print,
  public: Public,
  qr_code: QrCode,
  receipt_long: ReceiptLong,
  report: Report,
  restaurant: Restaurant,
  route: Route,
  schedule: Schedule,
  school: School,
  security: Security,
  sell: Sell,
  send: Send,
  settings: Settings,
  share: Share,
  smart_toy: SmartToy,
  sms: Sms,
  speed: Speed,
  stadium: Stadium,
  star: Star,
  store: Store,
  support_agent: SupportAgent,
  swap_horiz: SwapHoriz,
  table_chart: TableChart,
  timeline: Timeline,
  toll: Toll,
  translate: Translate,
  two_wheeler: TwoWheeler,
  upload: Upload,
  verified: Verified,
  visibility: Visibility,
  warning: Warning,
  work: Work,
}
