import type { FrameBatch, StationHead } from '#streaming/bus/batch.ts';
import type { Listener } from './cohorts.ts';
import type { ProofTap, ProofTaps } from './proof-taps.ts';
import type { HeardSpot } from './spot-marks.ts';

/** The listeners of a station whose sound is recorded, as a proof of what they heard around a spot. */
export type BreakProofs = {
  /** Records a listener who hears these spots, if a recording of one of them is wanted. */
  start(listener: Listener, head: StationHead, spots: readonly HeardSpot[], before: () => FrameBatch[]): void;
  /** A batch was written. */
  record(batch: FrameBatch): void;
  /** A listener leaves their lane within the batch. */
  recordPart(listener: Listener, batch: FrameBatch): void;
  /** The break has ended. */
  endBreak(): void;
  /** The listener has gone. */
  end(listener: Listener): void;
  endAll(): void;
};

/** Without `proofs` nothing is recorded. */
export const createBreakProofs = (proofs: ProofTaps | undefined): BreakProofs => {
  const taps = new Map<Listener, ProofTap>();
  /** What they were sent of the current batch before their spot ended in it. */
  const partly = new Map<Listener, Buffer[]>();
  return {
    start(listener, head, spots, before) {
      const tap = proofs?.tap(head, spots, before);
      if (tap) taps.set(listener, tap);
    },
    record(batch) {
      for (const [listener, tap] of taps) {
        const rest = listener.cohort.lane?.take(batch).data ?? batch.data;
        const parts = partly.get(listener);
        const sound = parts ? Buffer.concat([...parts, rest]) : rest;
        if (!tap.sent(sound, batch.duration)) taps.delete(listener);
      }
      partly.clear();
    },
    recordPart(listener, batch) {
      const sound = taps.has(listener) ? listener.cohort.lane?.take(batch).data : undefined;
      if (sound) partly.set(listener, [...(partly.get(listener) ?? []), sound]);
    },
    endBreak() {
      for (const [listener, tap] of taps) if (tap.end(false)) taps.delete(listener);
    },
    end(listener) {
      taps.get(listener)?.end();
      taps.delete(listener);
    },
    endAll() {
      for (const tap of taps.values()) tap.end();
      taps.clear();
    },
  };
};
