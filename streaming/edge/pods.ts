import type { AdReason } from '#contract/rules/ad-reasons.ts';
import type { SpotEvent } from '#contract/engine/engine.ts';
import type { ChosenSpot } from '#shared/ads/choose.ts';
import type { Rendition } from '#streaming/ads/spot-files.ts';
import type { StationHead } from '#streaming/bus/batch.ts';
import type { HearingOptions } from './hearing.ts';
import type { BreakFormat } from './lane-frames.ts';
import type { ProofTaps } from './proof-taps.ts';
import type { HeardSpot } from './spot-marks.ts';
import type { Session } from './sessions.ts';

/** What one listener hears in a break. */
export type Pod = readonly (ChosenSpot & { rendition: Rendition })[];

/** Advertising, as the channel of a station uses it. */
export type ChannelAds = {
  /** Chooses a listener's spots and uses their leases; nothing for a listener who hears the programme. */
  choose(session: Session, head: StationHead, ask: { ms: number; position: 'pre' | 'mid' }): Pod;
  /** The same for a listener who arrives, before the stream begins for them. */
  preRoll(session: Session, head: StationHead): Pod;
  /** The listener has gone. */
  left(session: Session): void;
  giveBack(campaign: string, lease: string): void;
  refused(station: string, campaign: { key: string }, reason: AdReason): void;
  report(events: SpotEvent[]): void;
  /** Records what a listener is sent who hears these spots, if a recording of one of them is wanted. */
  readonly proofs?: ProofTaps | undefined;
  /** Every listener of a break has been given their spots, or none. */
  chosen(breakId: string, listeners: number, withSpot: number): void;
};

export type FrameFormat = Omit<BreakFormat, 'from'>;

/** The frames of a stream of this format. */
export const frameFormat = (format: StationHead['format']): FrameFormat => {
  const samples = samplesOf(format);
  return { codec: format.codec, samples, frameUs: (samples * 1e6) / format.sample_rate };
};

/** When each spot of a pod begins and ends, in frames of so many µs. */
export const timePod = (pod: Pod, frameUs: number): HeardSpot[] => createPodTimes(frameUs)(pod);

/** The same for the pods of a break, in which a spot at the same time is the same object for everyone who hears it. */
export const createPodTimes = (frameUs: number): ((pod: Pod) => HeardSpot[]) => {
  const known = new Map<number, Map<ChosenSpot['campaign'], HeardSpot[]>>();
  return (pod) => {
    let from = 0;
    return pod.map(({ campaign, spot, rendition }) => {
      const atSameTime = known.get(from) ?? new Map<ChosenSpot['campaign'], HeardSpot[]>();
      known.set(from, atSameTime);
      const ofCampaign = atSameTime.get(campaign) ?? [];
      const same = ofCampaign.find((one) => one.spot === spot);
      const heard = same ?? { campaign, spot, from, to: from + rendition.offsets.length * frameUs };
      if (!same) atSameTime.set(campaign, [...ofCampaign, heard]);
      from = heard.to;
      return heard;
    });
  };
};

/** How long the spots last together, µs. */
export const lastsUs = (spots: readonly HeardSpot[]): number => spots.at(-1)?.to ?? 0;

/** Equal for listeners who hear the same. */
export const podKey = (pod: Pod): string => pod.map(({ campaign, spot }) => `${campaign.key} ${spot}`).join();

/** How the spots of a break are counted, and returned if they weren't heard. */
export const breakHearing = (
  ads: ChannelAds,
  breakId: string,
  kind: 'pre' | 'mid',
): Pick<HearingOptions<{ readonly session: Session }>, 'breakId' | 'kind' | 'report' | 'giveBack' | 'refused'> => ({
  ...{ breakId, kind, report: ads.report },
  giveBack: (_, { campaign }, lease) => ads.giveBack(campaign.key, lease),
  refused: ({ session }, { campaign }, reason) => ads.refused(session.station, campaign, reason),
});

const samplesOf = ({ codec, sample_rate }: StationHead['format']): number => {
  if (codec === 'aac') return 1024;
  return sample_rate >= 32_000 ? 1152 : 576;
};
