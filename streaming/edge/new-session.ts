import { PlayerKey } from '#contract/rules/keys.ts';
import { siteIn } from '#contract/rules/player-site.ts';
import type { StationHead } from '#streaming/bus/batch.ts';
import type { RequestHead } from '#streaming/listen/request-head.ts';
import type { NewSession } from './sessions.ts';

const resumeKeys = /^[\w-]{8,64}$/;

/** The fields of a new listener session; relays are recognised by their user agent. */
export const newSession = (head: StationHead, request: RequestHead, ip: string, output?: 'hls'): NewSession => {
  const resume = request.query.get('s') ?? '';
  const userAgent = (request.headers.get('user-agent') ?? '').slice(0, 512);
  return {
    station: head.of ?? head.station,
    account: head.account,
    ip,
    user_agent: userAgent,
    referer: (request.headers.get('referer') ?? '').slice(0, 1024),
    // HLS has keys of its own.
    ...(output === undefined && resumeKeys.test(resume) && { resume }),
    ...embedIn(request.query),
    output: output ?? (userAgent.startsWith('Icecast ') ? 'relay' : 'stream'),
  };
};

/** The embedded player (`p`) and its website (`h`) that a listener's URL names; nothing where they are none. */
export const embedIn = (query: URLSearchParams): Pick<NewSession, 'embed' | 'site'> => {
  const written = query.get('p');
  if (written === null) return {};
  const { data: embed } = PlayerKey.safeParse(written);
  const site = siteIn(query.get('h') ?? '');
  return embed === undefined ? {} : { embed, ...(site !== undefined && { site }) };
};
