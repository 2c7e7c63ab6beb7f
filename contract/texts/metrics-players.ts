import type { Metric } from './metrics.ts';

const heard = 'player_sums (session slices whose URL names the player)';
const reported = 'player_counts (what players report themselves, in sums)';

/** Metrics of embedded players. */
export const playerMetrics = {
  playerLoads: {
    label: 'Loads',
    definition: 'How often the player was opened on a website. Its preview in the portal does not count.',
    formula: 'count of the event load',
    source: reported,
  },
  playerViews: {
    label: 'Views',
    definition: 'How often at least half of the player was in the window for a second.',
    formula: 'count of the event view',
    source: reported,
  },
  playerPlays: {
    label: 'Plays',
    definition: 'Sessions of listening that began with the player. A connection lost and found again is one session.',
    formula: 'sum(connected) of its sessions',
    source: heard,
  },
  playerPlayRate: {
    label: 'Play rate',
    definition: 'Plays divided by views.',
    formula: 'plays ÷ views',
    source: `${heard}, ${reported}`,
  },
  playerUniques: {
    label: 'Listeners',
    definition:
      'Different combinations of IP address and browser that listened with the player. Addresses are not stored.',
    formula: 'count of distinct keyed hashes of IP address and user agent',
    source: heard,
    error: 'Exact up to 65,536; above that the standard error is 0.4%, so 99 of 100 values are within 1%.',
  },
  playerListening: {
    label: 'Listening time',
    definition: 'Time listened with the player, including that of current listeners.',
    formula: 'sum(until − since) of its slices, and of those that are open',
    source: heard,
  },
  playerStart: {
    label: 'Time to sound',
    definition:
      'From the click to the first sound: half of all starts are faster. 95 of 100 stay within the second number.',
    formula: 'median and 95th percentile of the event start, in steps of 50 ms',
    source: reported,
  },
  playerStalls: {
    label: 'Interruptions',
    definition: 'How often sound stopped though the visitor did not stop it, and for how long in total.',
    formula: 'count of the event stall, and the sum of its times',
    source: reported,
  },
  playerReconnects: {
    label: 'Reconnects',
    definition: 'Lost connections that the player replaced, most of them unheard.',
    formula: 'count of the event reconnect',
    source: reported,
  },
} as const satisfies Record<string, Metric>;
