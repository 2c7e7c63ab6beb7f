import type { Plan } from '#shared/ads/plan.ts';
import type { Levelled } from '#streaming/ads/levelled-spots.ts';
import type { SpotFiles } from '#streaming/ads/spot-files.ts';
import type { StationHead } from '#streaming/bus/batch.ts';
import { formatsOf } from './spot-formats.ts';

/** The stations whose spots are made as quiet as their programme and that may play some, those with listeners first. */
export const levelledStations = (plan: Plan, listeners: (station: string) => number): string[] => {
  const keys = plan
    .stations()
    .flatMap(({ key, breaks, campaigns }) => (breaks.level && campaigns.length > 0 ? [key] : []));
  return [...keys.filter((key) => listeners(key) > 0), ...keys.filter((key) => listeners(key) === 0)];
};

/** The spots that stations may play, each as many steps quieter as the programme is. */
export const levelledOf = (
  plan: Plan,
  heads: ReadonlyMap<string, StationHead>,
  files: Pick<SpotFiles, 'get'>,
  stepsOf: (station: string) => number,
): Levelled[] =>
  plan.stations().flatMap(({ key, campaigns, breaks }) => {
    const [head, steps] = [heads.get(key), stepsOf(key)];
    if (!head || steps === 0 || !breaks.level) return [];
    const spots = campaigns.flatMap((one) => plan.campaigns.get(one) ?? []).flatMap((one) => plan.spotsOf(one));
    return formatsOf(head).flatMap((format) =>
      spots.flatMap((spot): Levelled[] => {
        const rendition = files.get(spot, format);
        return rendition ? [{ rendition, codec: format.codec, steps }] : [];
      }),
    );
  });
