import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import type { Keys } from './world.ts';

type MakeChild = (keys: Keys) => Promise<string>;

const placed = (of: 'account' | 'station', { account, station }: Keys) => ({
  account_key: of === 'account' ? (account as AccountKey) : null,
  station_key: of === 'station' ? (station as StationKey) : null,
});

/** Shared links and annotations, by the calls whose path names one (child-ids.test.ts). */
export const analyticsChildren = (db: () => Db): Record<string, MakeChild> => {
  const link =
    (of: 'account' | 'station'): MakeChild =>
    async (keys) => {
      const values = { ...placed(of, keys), name: 'Link', view: '{"period":"last7days","compare":true}' };
      const { id } = await db()
        .insertInto('shared_links')
        .values({ ...values, created_by: null, expires: new Date(Date.now() + 86_400_000) })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    };
  const annotation =
    (of: 'account' | 'station'): MakeChild =>
    async (keys) => {
      const { id } = await db()
        .insertInto('annotations')
        .values({ ...placed(of, keys), date: '2026-11-21', text: 'Note', created_by: null })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    };
  return {
    'sharedLinks.revokeOfAccount': link('account'),
    'sharedLinks.revokeOfStation': link('station'),
    'annotations.changeOfAccount': annotation('account'),
    'annotations.removeOfAccount': annotation('account'),
    'annotations.changeOfStation': annotation('station'),
    'annotations.removeOfStation': annotation('station'),
  };
};
