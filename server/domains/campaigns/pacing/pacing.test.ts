import { expect, it } from 'vitest';
import { RateLimiting } from '#contract/rules/ad-rules.ts';
import type { CampaignKey } from '#contract/rules/keys.ts';
import { dayMs, hourMs } from '#contract/rules/time.ts';
import { newKey } from '#server/kernel/keys.ts';
import type { PacedCampaign } from './demands.ts';
import { pacesOf } from './paces.ts';
import type { SupplyCell } from './stream-supply.ts';

const monday = Date.UTC(2026, 10, 23);
const campaign = (over: object = {}): PacedCampaign & { key: CampaignKey } => ({
  ...{ key: newKey('campaign') as CampaignKey, positions: ['mid'], schedule: null, delivered: 0, priority: 3 },
  ...{ rate_limiting: RateLimiting.parse({}), impression_limit: 1680, starts: monday, ends: monday + 7 * dayMs },
  attempts: [{ ord: 1, rules: [], creative: '' }],
  ...over,
});
const cell = (over: Partial<SupplyCell> = {}): SupplyCell => ({
  ...{ week: Array.from({ length: 168 }, () => 100), room: 1, position: 'mid', timezone: 'Europe/Berlin' },
  admits: { has: () => true } as unknown as ReadonlySet<string>,
  listening: { lengths: [], perHour: 4, perConnect: 0 },
  facts: {
    ...{ location: ['GR', 'Attica', 'Athens'], station: ['s'], podcast: [], category: ['1'], language: [''] },
    ...{ device: ['mobile'], player: ['VLC'], output: ['stream'], position: ['mid'] },
  },
  ...over,
});
/** The last chance of each campaign, after as many measured occasions as expected. */
const chances = async (list: ReturnType<typeof campaign>[], cells: SupplyCell[], now = monday): Promise<number[]> => {
  const measured = new Map(list.map(({ key }) => [key as string, 0]));
  const paces = await pacesOf(list, cells, measured, now);
  return list.map(({ key }) => paces.get(key)!.pace.at(-1)!.share);
};

it('takes the share of chances that meets the goal, a little more towards the end', async () => {
  const [share] = await chances([campaign()], [cell()]);
  expect(share).toBeGreaterThan(0.1);
  expect(share).toBeLessThan(0.115);
});

it('of campaigns that compete, the one with the least choice is asked first and gets what only it can use', async () => {
  const athens = [{ targets: [{ type: 'location' as const, path: 'GR/Attica/Athens' }], isNegated: false }];
  const local = campaign({ impression_limit: 12_000, attempts: [{ rules: athens, creative: '' }] });
  const wide = campaign({ impression_limit: 12_000 });
  const elsewhere = cell({ facts: { ...cell().facts, location: ['DE', 'Berlin', 'Berlin'] } });
  const paces = await pacesOf([wide, local], [cell(), elsewhere], new Map(), monday);
  expect(paces.get(local.key)!.tightness).toBeGreaterThan(paces.get(wide.key)!.tightness);
  const [ofLocal, ofWide] = [paces.get(local.key)!.pace.at(-1)!.share, paces.get(wide.key)!.pace.at(-1)!.share];
  expect(ofLocal).toBeLessThan(0.85);
  // What is left in Athens (a fifth), and as much in Berlin as it needs then.
  expect(ofWide).toBeGreaterThan(0.5);
});

it('counts only the hours of its schedule, in the zone of the station', async () => {
  const mornings = [{ days: [1, 2, 3, 4, 5, 6, 7], from: 360, to: 480 }];
  const [all, morning] = await chances(
    [campaign({ impression_limit: 168 }), campaign({ impression_limit: 168, schedule: mornings })],
    [cell()],
  );
  expect(morning! / all!).toBeGreaterThan(11);
  expect(morning! / all!).toBeLessThan(13);
});

it('corrects itself by the chances that were measured', async () => {
  const row = campaign({ starts: monday - 2 * dayMs });
  const of = async (measured: number): Promise<number> =>
    (await pacesOf([row], [cell()], new Map([[row.key as string, measured]]), monday)).get(row.key)!.pace.at(-1)!.share;
  expect((await of(240)) / (await of(2400))).toBeGreaterThan(6);
});

it('takes every chance where it needs them all or nothing is expected, and none before it starts', async () => {
  expect(await chances([campaign({ impression_limit: 1_000_000 })], [cell()])).toEqual([1]);
  expect(await chances([campaign()], [])).toEqual([1]);
  const row = campaign({ starts: monday + hourMs });
  const { pace } = (await pacesOf([row], [], new Map(), monday)).get(row.key)!;
  expect(pace).toEqual([
    { from: 0, share: 0 },
    { from: monday + hourMs, share: 1 },
  ]);
  const fast = campaign({ rate_limiting: RateLimiting.parse({ pacing: 'fast' }) });
  expect(await chances([fast], [cell()])).toEqual([1]);
});

it('plans the next day: a campaign that ends within it makes room for the others', async () => {
  const first = campaign({ priority: 2, impression_limit: 100_000, ends: monday + 6 * hourMs });
  const next = campaign({ impression_limit: 8400 });
  const { pace } = (await pacesOf([first, next], [cell()], new Map(), monday)).get(next.key)!;
  expect(pace.map(({ from }) => from)).toContain(monday + 6 * hourMs);
});
