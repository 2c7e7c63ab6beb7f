import type { Request as Input } from '#contract/api/request.ts';

const sound = new Blob([Buffer.from('not really sound')], { type: 'audio/mpeg' });
const did = '+493012345678';
const trunk = {
  name: 'Carrier',
  addresses: ['192.0.2.0/24'],
  username: null,
  secret: null,
  transport: 'udp',
  srtp: 'off',
  number_from: 'uri',
};
const settings = {
  host: '',
  auto_assign: null,
  limits: { number_minutes: 10_000, per_caller: 3, call_minutes: 240, per_second: 50 },
};

/** A valid call of every endpoint of call-to-listen; see `fixtures`. */
export const telephonyFixtures = {
  'telephony.setRequest': { body: { action: 'disable' } },
  'telephony.setPrompt': { file: sound },
  'telephony.prompt': { params: { revision: 1 } },
  'telephony.addNumber': { body: { did } },
  'telephony.importNumbers': { body: { csv: `did,country\n${did},DE\n` } },
  'telephony.changeNumber': {
    params: { did },
    body: { country: 'DE', label: 'Berlin', trunk: null, note: '', monthly_cents: 100 },
  },
  'telephony.removeNumber': { params: { did } },
  'telephony.decide': { body: { action: 'refuse', reason: 'There are none.' } },
  'telephony.setNumbers': { body: { numbers: [] } },
  'telephony.addTrunk': { body: trunk },
  'telephony.changeTrunk': { params: { trunkId: 'carrier' }, body: trunk },
  'telephony.removeTrunk': { params: { trunkId: 'carrier' } },
  'telephony.setSettings': { body: settings },
} satisfies Record<string, Input>;
