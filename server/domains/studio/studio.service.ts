import type { StationKey } from '#contract/rules/keys.ts';
import { windowEnd } from '#contract/rules/presenter-windows.ts';
import { studioTokenSeconds, type StudioAdmission } from '#contract/api/studio.ts';
import { studioPath } from '#contract/engine/studio-wire.ts';
import { passwordMark, signStudioToken } from '#shared/studio-token.ts';
import { stationsByKeys } from '#server/domains/stations/stations.service.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { presentersWho, type PresenterRow } from '#server/domains/presenters/presenters.service.ts';

type StudioDeps = Pick<Kernel, 'db' | 'config' | 'clock'>;

/**
 * A token with which this person's browser goes live: as the presenter they are, with that presenter's hours, else as the
 * station itself. The engine decides whether they may, as with any encoder.
 */
export const admitToStudio = async (
  { db, config, clock }: StudioDeps,
  key: StationKey,
  { id, first_name, last_name }: Person,
): Promise<StudioAdmission> => {
  const [station] = await stationsByKeys(db, [key]);
  if (!station) return refuse('station.notFound');
  const now = clock.now().getTime();
  const presenter = bestOf(await presentersWho(db, key, id), station.default_timezone || 'UTC', now);
  const expires = now + studioTokenSeconds * 1000;
  const token = signStudioToken(config.engineToken, {
    station: key,
    name: presenter?.name ?? `${first_name} ${last_name}`.trim(),
    presenter: presenter?.id ?? null,
    origin: new URL(config.publicUrl).origin,
    password: passwordMark(config.engineToken, presenter?.password_hash ?? station.source_password),
    expires,
  });
  return {
    url: webSocketUrl(config.streamUrl, station.streamname),
    token,
    expires: new Date(expires).toISOString(),
    presenter: presenter ? { id: presenter.id, name: presenter.name } : null,
  };
};

/** Of several presenters who are the same person, the one who may broadcast now. */
const bestOf = (found: readonly PresenterRow[], zone: string, now: number): PresenterRow | undefined =>
  found.find(({ disabled, windows }) => !disabled && windowEnd(windows, zone, now) !== undefined) ?? found[0];

/** `http` becomes `ws` and `https` becomes `wss`; the path below a proxy's is kept. */
const webSocketUrl = (streamUrl: string, mount: string): string => {
  const base = streamUrl.replace(/^http/, 'ws').replace(/\/$/, '');
  return `${base}${studioPath}${encodeURIComponent(mount)}`;
};
