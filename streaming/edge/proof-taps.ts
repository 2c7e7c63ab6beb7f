import { createHash, randomUUID } from 'node:crypto';
import type { AdProof } from '#contract/engine/engine-ads.ts';
import type { FrameBatch, StationHead } from '#streaming/bus/batch.ts';
import type { HeardSpot } from './spot-marks.ts';

/** What a listener is sent while a recording of a spot is made. */
export type ProofTap = {
  /** The frames of so many µs; false once nothing more is needed. */
  sent(frames: Buffer, us: number): boolean;
  /** The listener has gone, or (`isGone` false) the break has ended; whether there is no recording then. */
  end(isGone?: boolean): boolean;
};

export type ProofTaps = {
  /** Records the first of these spots whose campaign has no recording of the day yet; `before` is what was sent until the break. */
  tap(head: StationHead, spots: readonly HeardSpot[], before: () => readonly FrameBatch[]): ProofTap | undefined;
};

type Options = {
  done(proof: AdProof, sound: Buffer): void;
  now?(): number;
};

/** What is recorded before and after a spot, µs. */
const aroundUs = 5_000_000;
/** Recordings at the same time, and in a day (UTC), in this process. */
const [mostAtOnce, mostADay] = [4, 200];
const dayMs = 86_400_000;

type Sent = { data: Buffer; us: number };

/** Records, once a day for each campaign, what one listener is sent around a spot: the frames as they are, without metadata. */
export const createProofTaps = ({ done, now = Date.now }: Options): ProofTaps => {
  const begun = new Set<string>();
  let [day, running] = [0, 0];

  return {
    tap(head, spots, sentBefore) {
      const today = Math.floor(now() / dayMs);
      if (today !== day) begun.clear();
      day = today;
      const spot = spots.find(({ campaign }) => !begun.has(campaign.key));
      if (!spot || running >= mostAtOnce || begun.size >= mostADay) return undefined;
      const { key: campaign } = spot.campaign;
      begun.add(campaign);
      running += 1;
      const before = sentBefore();
      const at = now() + spot.from / 1000;
      const parts: Sent[] = before.map(({ data, duration }) => ({ data, us: duration }));
      let start = -before.reduce((sum, { duration }) => sum + duration, 0);
      let end = 0;
      const trim = (): void => {
        for (let first = parts[0]; first && start + first.us <= spot.from - aroundUs; first = parts[0]) {
          start += first.us;
          parts.shift();
        }
      };
      return {
        sent(frames, us) {
          // The bytes of a batch are used again after it.
          parts.push({ data: Buffer.from(frames), us });
          end += us;
          trim();
          if (end < spot.to + aroundUs) return true;
          running -= 1;
          const sound = Buffer.concat(parts.map(({ data }) => data));
          const proof: AdProof = {
            ...{ id: randomUUID(), campaign, spot: spot.spot as AdProof['spot'], at: Math.round(at) },
            ...({ station: head.of ?? head.station, codec: head.format.codec } as Pick<AdProof, 'station' | 'codec'>),
            ...{ ms: msOf(end - start), from: msOf(spot.from - start), to: msOf(spot.to - start) },
            ...{ bytes: sound.length, sha256: createHash('sha256').update(sound).digest('hex') },
          };
          done(proof, sound);
          return false;
        },
        end(isGone = true) {
          if (!isGone && end >= spot.to) return false;
          running -= 1;
          // Another listener may hear it to the end.
          begun.delete(campaign);
          return true;
        },
      };
    },
  };
};

const msOf = (us: number): number => Math.round(us / 1000);
