import type { NewPromoCode } from '#contract/api/billing-admin.ts';

/* The users of the demo accounts, their open invitations, their plans and what they pay for. */

/** A role in an account, or in the station of that name. */
export type DemoRole = { company: string; station?: string; role: 'owner' | 'admin' | 'staff' };
export type DemoPerson = {
  email: string;
  first: string;
  last: string;
  roles: DemoRole[];
  /** The public profile of a radio personality. */
  dj?: { nickname: string; pretty_url: string; bio: string; tags: string[] };
};

const harbour = 'Harbour Lights Media';
const prairie = 'Prairie Community Broadcasting';
const nightbus = 'Nightbus Sounds';

export const people: DemoPerson[] = [
  {
    email: 'mira@harbourlights.example',
    first: 'Mira',
    last: 'Holm',
    roles: [
      { company: harbour, role: 'owner' },
      { company: nightbus, role: 'admin' },
    ],
  },
  {
    email: 'jonas@harbourlights.example',
    first: 'Jonas',
    last: 'Petersen',
    roles: [{ company: harbour, role: 'admin' }],
  },
  {
    email: 'lena@harbourlights.example',
    first: 'Lena',
    last: 'Brandt',
    roles: [{ company: harbour, station: 'Harbour Lights Radio', role: 'staff' }],
    dj: {
      nickname: 'Lena Brandung',
      pretty_url: 'lena-brandung',
      bio: 'Collects records about the sea, and plays them when it is dark.',
      tags: ['Ambient', 'Downtempo'],
    },
  },
  { email: 'walt@prairieradio.example', first: 'Walt', last: 'Jensen', roles: [{ company: prairie, role: 'owner' }] },
  {
    email: 'dolores@prairieradio.example',
    first: 'Dolores',
    last: 'Ortega',
    roles: [{ company: prairie, station: 'Prairie FM 90.7', role: 'admin' }],
  },
  { email: 'asha@nightbus.example', first: 'Asha', last: 'Rao', roles: [{ company: nightbus, role: 'owner' }] },
];

/** Users with open invitations. */
export const openInvitations: DemoPerson[] = [
  { email: 'tom@harbourlights.example', first: 'Tom', last: 'Albers', roles: [{ company: harbour, role: 'admin' }] },
  {
    email: 'ben@prairieradio.example',
    first: 'Ben',
    last: 'Whitehorse',
    roles: [{ company: prairie, station: 'Prairie FM 90.7', role: 'staff' }],
  },
  { email: 'priya@nightbus.example', first: 'Priya', last: 'Menon', roles: [{ company: nightbus, role: 'admin' }] },
];

type DemoPlan = {
  company: string;
  plan: 'starter' | 'prime' | 'premier' | 'custom' | 'trial';
  interval: 'month' | 'year';
  asksFor?: 'starter' | 'prime' | 'premier';
};
export const accountPlans: DemoPlan[] = [
  { company: harbour, plan: 'prime', interval: 'year', asksFor: 'premier' },
  { company: prairie, plan: 'starter', interval: 'month' },
  { company: nightbus, plan: 'trial', interval: 'month', asksFor: 'prime' },
];

/** A plan that an owner buys in the sandbox of payments, so many days ago. */
export type DemoPurchase = {
  company: string;
  owner: string;
  priceId: string;
  code?: string;
  card: string;
  daysAgo: number;
  addOn?: { station: string; priceId: string; amount_due: number };
};
export const purchases: DemoPurchase[] = [
  {
    company: harbour,
    owner: 'mira@harbourlights.example',
    priceId: 'price_prime_month',
    code: 'WELCOME20',
    card: '4242 4242 4242 4242',
    daysAgo: 130,
  },
  {
    company: prairie,
    owner: 'walt@prairieradio.example',
    priceId: 'price_starter_year',
    card: '5555 5555 5555 4444',
    daysAgo: 75,
    addOn: { station: 'Prairie FM 90.7', priceId: 'price_legacy_ctl_month', amount_due: 599 },
  },
];

const promo = { percent_off: null, amount_off: null, duration: 'once', first_time: false, public: false } as const;
export const promoCodes: NewPromoCode[] = [
  {
    ...promo,
    code: 'WELCOME20',
    percent_off: 20,
    duration: 'repeating',
    months: 3,
    public: true,
    first_time: true,
  },
  { ...promo, code: 'PARTNER10', amount_off: 1000, currency: 'USD', max: 50 },
  { ...promo, code: 'COMMUNITY', percent_off: 50, duration: 'forever', plans: ['starter'] },
];
