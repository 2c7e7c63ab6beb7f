import type { TelephonyState } from '#contract/engine-calls.ts';

type TrunkCounts = { invites: number; last: TelephonyState['trunks'][number]['last'] };

export type CallCounts = {
  /** A call of a trunk was answered or refused. */
  answered(trunk: string, status: number, reason: string): void;
  stranger(): void;
  state(calling: (trunk: string) => number): Pick<TelephonyState, 'trunks' | 'refused' | 'strangers'>;
};

/** What the portal shows of trunks, since the process started. */
export function createCallCounts(now: () => number): CallCounts {
  const trunks = new Map<string, TrunkCounts>();
  const refused = new Map<string, number>();
  let strangers = 0;
  return {
    answered(trunk, status, reason) {
      const invites = (trunks.get(trunk)?.invites ?? 0) + 1;
      trunks.set(trunk, { invites, last: { at: now(), status, reason } });
      if (reason !== '') refused.set(reason, (refused.get(reason) ?? 0) + 1);
    },
    stranger() {
      strangers++;
    },
    state: (calling) => ({
      trunks: Array.from(trunks, ([id, counts]) => ({ id, ...counts, calling: calling(id) })),
      refused: Array.from(refused, ([reason, count]) => ({ reason, count })),
      strangers,
    }),
  };
}
