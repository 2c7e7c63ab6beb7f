/* The users of the demo accounts, their open invitations and their plans. */

/** A role in an account, or in the station of that name. */
export type DemoRole = { company: string; station?: string; role: 'owner' | 'admin' | 'staff' };
export type DemoPerson = { email: string; first: string; last: string; roles: DemoRole[] };

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
export const invited: DemoPerson[] = [
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
