import { costLimits, type TelephonyState } from '#contract/engine/engine-calls.ts';

type TrunkCounts = { invites: number; last: TelephonyState['trunks'][number]['last'] };

export type CallCounts = {
  /** A call of a trunk was answered or refused. */
  answered(trunk: string, status: number, reason: string): void;
  /** A call was refused at a limit, if `reason` is one of those that the portal reports. */
  limited(reason: string, subjects: { did: string; trunk: string }): void;
  stranger(): void;
  state(calling: (trunk: string) => number): Pick<TelephonyState, 'trunks' | 'refused' | 'limited' | 'strangers'>;
};

/** Numbers and trunks whose calls were refused last. */
const mostLimits = 200;

/** What the portal shows of trunks, since the process started. */
export const createCallCounts = (now: () => number): CallCounts => {
  const trunks = new Map<string, TrunkCounts>();
  const refused = new Map<string, number>();
  const limits = new Map<string, TelephonyState['limited'][number]>();
  let strangers = 0;
  return {
    answered(trunk, status, reason) {
      const invites = (trunks.get(trunk)?.invites ?? 0) + 1;
      trunks.set(trunk, { invites, last: { at: now(), status, reason } });
      if (reason !== '') refused.set(reason, (refused.get(reason) ?? 0) + 1);
    },
    limited(written, { did, trunk }) {
      const reason = costLimits.find((one) => one === written);
      if (!reason) return;
      const subject = { 'number-limit': did, rate: trunk, full: '' }[reason];
      const key = `${reason} ${subject}`;
      limits.delete(key);
      limits.set(key, { reason, subject, at: now() });
      if (limits.size > mostLimits) limits.delete(limits.keys().next().value!);
    },
    stranger() {
      strangers++;
    },
    state: (calling) => ({
      trunks: Array.from(trunks, ([id, counts]) => ({ id, ...counts, calling: calling(id) })),
      refused: Array.from(refused, ([reason, count]) => ({ reason, count })),
      limited: [...limits.values()],
      strangers,
    }),
  };
};
