import type { StationKey } from '#contract/rules/keys.ts';
import type { RawFileQuery } from '#contract/api/raw-data.ts';
import type { RateLimit } from '#server/kernel/http/rate-limit.ts';
import { Refusal, refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { rawFileName, rawPeriodOf } from './raw-files.ts';
import { rawRows, type Cells, type RowsDeps } from './raw-rows.ts';

type Deps = RowsDeps & Pick<Kernel, 'log'> & { rateLimit: RateLimit };
type By = { person: string; station: StationKey; zone: string };

const perMinute = 4;

/**
 * A station's sessions or plays as a file, read while it is sent. A user may request the same file once a minute, and
 * four files of one station: `raw.tooSoon`. Refuses with `raw.liveFailed` where reading fails at the start; a later
 * failure cuts the file short.
 */
export const detailedFile = async (
  deps: Deps,
  request: RawFileQuery,
  { person, station, zone }: By,
): Promise<{ filename: string; rows: AsyncIterable<Cells> }> => {
  const { kind, from_date, to_date } = request;
  const period = rawPeriodOf(request, zone, deps.clock.now());
  const filename = rawFileName(kind, from_date, to_date);
  limit(deps.rateLimit, `${person} ${station}`, filename);
  const failed = (error: unknown): never => {
    deps.log.error({ err: error, station }, 'failed to read raw data');
    return refuse('raw.liveFailed');
  };
  const rows = await prefetched(rawRows(deps, kind, { station, ...period })).catch(failed);
  return { filename, rows };
};

const limit = (rateLimit: RateLimit, who: string, filename: string): void => {
  try {
    rateLimit(`raw ${who}`, { max: perMinute, seconds: 60 });
    rateLimit(`raw ${who} ${filename}`, { max: 1, seconds: 60 });
  } catch (error) {
    if (error instanceof Refusal) refuse('raw.tooSoon');
    throw error;
  }
};

/** The same rows with the first two already read, so that an immediate failure is reported before the reply begins. */
const prefetched = async (rows: AsyncGenerator<Cells>): Promise<AsyncIterable<Cells>> => {
  const first = [await rows.next(), await rows.next()];
  return (async function* () {
    try {
      for (const { done, value } of first) if (!done) yield value;
      yield* rows;
    } finally {
      await rows.return(undefined);
    }
  })();
};
