import type { StationLive } from '#contract/api/session.ts';

export type UpNextRow = {
  id: string;
  title: string;
  artist: string;
  queued?: { id: string; by: string; isRequest: boolean };
};

/** The tracks that follow, in order: the engine's forecast, with the queued ones marked, then the rest of the queue. */
export const upNext = ({ source, next = [], air }: Pick<StationLive, 'source' | 'next' | 'air'>): UpNextRow[] => {
  const waiting = [...(air?.queue ?? [])];
  const forecast = source === 'autodj' ? next : [];
  const rows = forecast.map(({ key, title, artist }, index): UpNextRow => {
    const queued = waiting[0]?.key === key ? waiting.shift() : undefined;
    return queued ? rowOf(queued) : { id: `${key}.${index}`, title, artist };
  });
  return [...rows, ...waiting.map(rowOf)];
};

const rowOf = ({
  id,
  title,
  artist,
  by,
  requested = false,
}: NonNullable<StationLive['air']>['queue'][number]): UpNextRow => ({
  ...{ id, title, artist },
  queued: { id, by, isRequest: requested },
});
