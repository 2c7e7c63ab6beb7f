import type { StationKey } from '#contract/rules/keys.ts';
import type { IcecastReporting } from '#contract/api/relays.ts';
import { newRelaySecret } from '#server/domains/stations/relay-stations.service.ts';
import { encoderOf, type StationsDeps } from '#server/domains/stations/stations.service.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { findReporting, replaceSecret } from './relays.repo.ts';

/** How a stock Icecast relays a station and reports its listeners to the streaming port, which responds from memory. */
export const icecastReporting = async (deps: StationsDeps, key: StationKey): Promise<IcecastReporting> => {
  const { streamname, relay_secret } = (await findReporting(deps.db, key)) ?? refuse('station.notFound');
  const { host: server, port } = (await encoderOf(deps, key)).icecast;
  const origin = deps.config.streamUrl.replace(/\/$/, '');
  const auth_url = `${origin}/icecast/${relay_secret}`;
  const mount = `/${streamname}`;
  return { server, port, mount, auth_url, config: icecastConfig({ server, port, mount, auth_url }) };
};

/** Replaces the URL that Icecast relays report to; refuses with `station.notFound`. */
export const resetReporting = async (deps: StationsDeps, key: StationKey): Promise<IcecastReporting> => {
  await replaceSecret(deps.db, key, newRelaySecret(), deps.clock.now());
  return await icecastReporting(deps, key);
};

/** The snippet for `icecast.xml` of Icecast 2.4; none of the values can contain XML special characters. */
const icecastConfig = ({ server, port, mount, auth_url }: Omit<IcecastReporting, 'config'>): string => {
  const options = ['mount_add', 'mount_remove', 'listener_add', 'listener_remove'].map(
    (name) => `        <option name="${name}" value="${auth_url}"/>`,
  );
  return `<relay>
    <server>${server}</server>
    <port>${port}</port>
    <mount>${mount}</mount>
    <local-mount>${mount}</local-mount>
    <on-demand>0</on-demand>
    <relay-shoutcast-metadata>1</relay-shoutcast-metadata>
</relay>
<mount type="normal">
    <mount-name>${mount}</mount-name>
    <authentication type="url">
${options.join('\n')}
        <option name="auth_header" value="icecast-auth-user: 1"/>
    </authentication>
</mount>
`;
};
