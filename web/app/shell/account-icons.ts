import {
  IconBuildingBroadcastTower,
  IconChartAreaLine,
  IconCode,
  IconCoins,
  IconCreditCard,
  IconLayoutDashboard,
  IconMicrophone2,
  IconReceipt,
  IconSettings,
  IconSpeakerphone,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react';

/** The icons of an account's entries in the navigation, by the names that screens declare. */
export const accountIcons = {
  buildingBroadcastTower: IconBuildingBroadcastTower,
  chartAreaLine: IconChartAreaLine,
  code: IconCode,
  coins: IconCoins,
  creditCard: IconCreditCard,
  layoutDashboard: IconLayoutDashboard,
  microphone2: IconMicrophone2,
  receipt: IconReceipt,
  settings: IconSettings,
  speakerphone: IconSpeakerphone,
  users: IconUsers,
  world: IconWorld,
};
