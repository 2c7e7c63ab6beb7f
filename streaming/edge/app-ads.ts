import type { AdReason } from '#contract/rules/ad-reasons.ts';
import type { SpotEvent, StreamFormat } from '#contract/engine/engine.ts';
import type { Rendition } from '#streaming/ads/spot-files.ts';
import type { Pod } from './pods.ts';
import type { Session } from './sessions.ts';

/** Every spot exists in this format, which all apps play. */
export const appFormat: StreamFormat = { codec: 'mp3', bitrate: 128_000, sample_rate: 44_100, channels: 2 };

/** Who listens with an app that inserts spots by itself. */
export type AppListener = Pick<Session, 'station' | 'account' | 'ip' | 'user_agent' | 'referer'> & {
  output: SpotEvent['output'];
};

/** A spot that an app plays, with the hash of its file. */
export type AppSpot = Pod[number] & { sha256: string };

/** Advertising, as apps can ask for it. */
export type AppAds = {
  /** Chooses what an app plays, and uses the leases; undefined if the station doesn't offer it. */
  chooseForApp(listener: AppListener, ask: { position: 'pre' | 'mid'; ms: number }): AppSpot[] | undefined;
  /** The audio of a spot by the SHA-256 of its file. */
  fileOf(sha256: string): Rendition | undefined;
  /** When a lease ends, ms since the epoch. */
  leaseEnds(campaign: string, lease: string): number;
  giveBack(campaign: string, lease: string): void;
  refused(station: string, campaign: { key: string }, reason: AdReason): void;
  report(events: SpotEvent[]): void;
};
