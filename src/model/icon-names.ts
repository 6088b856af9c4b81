/**
 * The icons that the console ships, by their Material names: both ends know the names, the browser loads the drawings.
 */
export const ICON_NAMES: readonly string[] = `
  ac_unit accessible account_balance account_balance_wallet account_circle account_tree admin_panel_settings airport_shuttle alarm
  analytics apartment article assessment assignment attach_money backup badge bakery_dining beach_access block bolt bookmark brush build
  business calculate calendar_month call campaign cancel car_repair card_giftcard card_membership category celebration chat check_circle
  checklist child_care church cloud_off code commute content_copy credit_card dashboard delete delivery_dining description devices
  directions_boat directions_bus directions_car directions_walk do_not_disturb_on download edit edit_note electric_car email emoji_events
  event explore extension fastfood favorite feedback flag flight folder gavel groups handshake headset_mic help history home hotel
  hourglass_top how_to_reg hub icecream image inbox info insert_chart inventory_2 key language layers link list local_activity local_atm
  local_cafe local_florist local_gas_station local_grocery_store local_hospital local_mall local_offer local_parking local_pharmacy
  local_pizza local_shipping local_taxi location_city lock login logout loyalty luggage manage_accounts map message monetization_on museum
  my_location near_me nightlife notifications palette park pause_circle payments pedal_bike people percent person person_add person_off
  pets phone_iphone photo_camera place play_circle podcasts policy power_settings_new print public qr_code question_answer receipt
  receipt_long report restaurant room_service route savings schedule school science search security sell send settings share shield
  shopping_bag shopping_cart smart_toy sms speed stadium star storage store storefront support_agent swap_horiz sync table_chart thumb_up
  timeline timer timer_off toll traffic train translate two_wheeler undo upload verified visibility visibility_off volunteer_activism
  warning wifi work
`
  .trim()
  .split(/\s+/)

const known = new Set(ICON_NAMES)

export const isIconName = (name: string): boolean => known.has(name)
