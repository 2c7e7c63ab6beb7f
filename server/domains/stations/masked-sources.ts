import type { RadioServerSettings } from '#contract/api/station.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Changes } from './change-station.ts';

type Sources = Pick<RadioServerSettings, 'relay_url' | 'failover_settings'>;

const mask = '***';
const userinfo = /^(https?:\/\/)[^/?#]*@/i;

/** The source URLs of a station with `***` instead of user and password, for callers who may not change them. */
export const maskSources = ({ relay_url, failover_settings }: Sources): Sources => ({
  relay_url: masked(relay_url),
  failover_settings: failover_settings.map(({ url }) => ({ url: masked(url) })),
});

/**
 * The changes, with the stored user and password put back into each URL that was sent masked. Refuses (400), on its
 * field, a masked URL that the station doesn't have.
 */
export const withStoredCredentials = (changes: Changes, stored: Sources): Changes => {
  const settings = changes.radio_server_settings;
  if (!settings) return changes;
  const known = [stored.relay_url, ...stored.failover_settings.map(({ url }) => url)];
  const fields: Record<string, string> = {};
  const unmask = (url: string, field: string): string => {
    if (!isMasked(url)) return url;
    const found = known.find((stored) => masked(stored) === url);
    if (found === undefined) fields[`radio_server_settings.${field}`] = 'Please enter the user and password again.';
    return found ?? url;
  };
  const { relay_url, failover_settings } = settings;
  const unmasked = {
    ...(relay_url !== undefined && { relay_url: unmask(relay_url, 'relay_url') }),
    ...(failover_settings && {
      failover_settings: failover_settings.map(({ url }, at) => ({ url: unmask(url, `failover_settings.${at}.url`) })),
    }),
  };
  if (Object.keys(fields).length > 0) refuse('request.invalid', {}, fields);
  return { ...changes, radio_server_settings: { ...settings, ...unmasked } };
};

const masked = (url: string): string => url.replace(userinfo, `$1${mask}@`);

const isMasked = (url: string): boolean => userinfo.exec(url)?.[0].endsWith(`//${mask}@`) ?? false;
