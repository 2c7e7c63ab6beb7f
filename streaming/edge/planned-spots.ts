import type { AdState } from '#contract/engine/engine-ads.ts';
import type { Plan } from '#shared/ads/plan.ts';
import { createLevelledSpots } from '#streaming/ads/levelled-spots.ts';
import { createProgrammeLoudness } from '#streaming/ads/programme-loudness.ts';
import type { Media } from '#streaming/media/media.ts';
import { createSpotFiles, type Rendition, type SpotFiles } from '#streaming/ads/spot-files.ts';
import type { Bus, StationHead } from '#streaming/bus/batch.ts';
import { appFormat } from './app-ads.ts';
import { levelledOf, levelledStations } from './levelled-plan.ts';
import { formatsOf } from './spot-formats.ts';

/** The portal's plan, and its spots in the formats of the stations that are here. */
export type PlannedSpots = Pick<SpotFiles, 'lengthsIn' | 'hashOf' | 'byHash'> & {
  readonly plan: Plan | undefined;
  head(station: string): StationHead | undefined;
  /** Replaces the plan, and reads its spots. */
  setPlan(plan: Plan): void;
  /** A spot as a listener of the station hears it; `isLevelled`: as quiet as the programme where the station wants it. */
  get(spot: string, head: Pick<StationHead, 'format'>, station: string, isLevelled: boolean): Rendition | undefined;
  /** The gain steps of stations as their engine measured them. */
  setLevels(steps: Record<string, number>): void;
  /** Reads files again that could not be read. */
  reread(): void;
  /** Resolves once the spots of the current plan are read. */
  loaded(): Promise<void>;
  unreadable(): AdState['unreadable'];
  stop(): void;
};

type Options = {
  bus: Bus;
  media: Pick<Media, 'obtain'>;
  listeners(station: string): number;
  /**
   * The mean loudness of consecutive whole frames, LUFS; without it spots are as loud as they are stored, or as
   * `setLevels` says.
   */
  measure?(sound: Buffer, codec: 'mp3' | 'aac'): Promise<number>;
  /** How many gain steps quieter the spots of stations are played, as far as it was measured; called when it changes. */
  levelsChanged?(steps: Record<string, number>): void;
  failed(error: unknown): void;
};

/** Starts without a plan. */
export const createPlannedSpots = ({
  bus,
  media,
  listeners,
  measure,
  levelsChanged,
  failed,
}: Options): PlannedSpots => {
  const files = createSpotFiles(media);
  const levelled = createLevelledSpots();
  const heads = new Map<string, StationHead>();
  let plan: Plan | undefined;
  /** The stations and formats for which spots are read. */
  let needed = '';
  let loading: Promise<void> = Promise.resolve();

  /** Prepares the spots of each station as quiet as its programme. */
  const level = async (): Promise<void> => {
    await levelled.prepare(plan ? levelledOf(plan, heads, files, stepsOf) : []);
  };
  const loudness =
    measure &&
    createProgrammeLoudness({
      ...{ bus, measure, failed },
      stations: () => (plan ? levelledStations(plan, listeners) : []),
      changed(steps) {
        levelsChanged?.(steps);
        void level();
      },
    });
  const given = new Map<string, number>();
  const stepsOf = (station: string): number => given.get(station) ?? loudness?.stepsOf(station) ?? 0;

  const load = (isNewPlan: boolean): void => {
    const current = plan;
    if (!current) return;
    const stations = current.stations().flatMap((station) => {
      const head = heads.get(station.key);
      const formats = station.breaks.apps.enabled ? [appFormat] : [];
      return head ? [...formatsOf(head), ...formats].map((format) => ({ station, format })) : [];
    });
    const wanted = stations.flatMap(({ station, format }) =>
      station.campaigns
        .flatMap((key) => current.campaigns.get(key) ?? [])
        .flatMap((campaign) => current.spotsOf(campaign))
        .flatMap((spot) => current.spots.get(spot) ?? [])
        .map((spot) => ({ spot, format })),
    );
    const before = needed;
    needed = stations.map(({ station, format }) => `${station.key} ${JSON.stringify(format)}`).join();
    if (isNewPlan || needed !== before) loading = files.load(wanted).then(level).catch(failed);
  };

  const unsubscribe = bus.subscribe((message) => {
    if (message.type === 'head') heads.set(message.head.station, message.head);
    if (message.type === 'gone') [heads, given].forEach((known) => known.delete(message.station));
    if (message.type === 'head' && plan?.station(message.head.station)) load(false);
  });

  return {
    get plan() {
      return plan;
    },
    head: (station) => heads.get(station),
    setPlan(next) {
      plan = next;
      load(true);
    },
    get(spot, { format }, station, isLevelled) {
      const rendition = files.get(spot, format);
      const steps = rendition && isLevelled ? stepsOf(station) : 0;
      return rendition && levelled.get(rendition, steps);
    },
    setLevels(steps) {
      for (const [station, count] of Object.entries(steps)) given.set(station, count);
      void level();
    },
    reread() {
      if (files.unreadable().length > 0) load(true);
    },
    loaded: () => loading,
    ...{ lengthsIn: files.lengthsIn, hashOf: files.hashOf, byHash: files.byHash, unreadable: files.unreadable },
    stop() {
      unsubscribe();
      loudness?.stop();
    },
  };
};
