import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listenStrictly, type StrictListener } from '#streaming/edge/testing/strict-listener.ts';
import { freePorts } from './engine-rig.ts';
import { run, type Running } from './programs.ts';

type From = {
  port: number;
  mount: string;
  /** The URL to which it reports its listeners. */
  authUrl?: string;
};

/** Starts a stock Icecast that relays `mount` from the engine; returns the port for its own listeners. */
export const startIcecastRelay = async (from: From, folder: string): Promise<{ port: number; running: Running }> => {
  const home = join(folder, 'icecast');
  mkdirSync(home);
  chmodSync(folder, 0o755);
  chmodSync(home, 0o777);
  const port = await freePorts();
  const config = join(home, 'icecast.xml');
  writeFileSync(
    config,
    `<icecast>
  <authentication><source-password>x</source-password><admin-user>admin</admin-user><admin-password>x</admin-password></authentication>
  <hostname>localhost</hostname>
  <listen-socket><port>${port}</port><bind-address>127.0.0.1</bind-address></listen-socket>
  <relay>
    <server>127.0.0.1</server><port>${from.port}</port><mount>/${from.mount}</mount><local-mount>/relayed</local-mount>
    <on-demand>0</on-demand><relay-shoutcast-metadata>1</relay-shoutcast-metadata>
  </relay>
  ${from.authUrl === undefined ? '' : reporting(from.authUrl)}
  <paths><basedir>${home}</basedir><logdir>${home}</logdir><webroot>/usr/share/icecast2/web</webroot><adminroot>/usr/share/icecast2/admin</adminroot></paths>
  <logging><accesslog>access.log</accesslog><errorlog>-</errorlog><loglevel>3</loglevel></logging>
  <security><chroot>0</chroot></security>
</icecast>\n`,
    { mode: 0o644 },
  );
  return { port, running: run('icecast2', ['-c', config], { asNobody: true }) };
};

/** A listener of the relay, as soon as it serves its mount. */
export const listenBehind = async (port: number): Promise<StrictListener> => {
  for (;;) {
    const listener = await listenStrictly({ port, path: '/relayed', headers: { 'Icy-MetaData': '1' } });
    if (listener.reply.status.includes('200')) return listener;
    listener.close();
    await new Promise((done) => setTimeout(done, 200));
  }
};

const reporting = (url: string): string => {
  const options = ['mount_add', 'mount_remove', 'listener_add', 'listener_remove'].map(
    (name) => `<option name="${name}" value="${url}"/>`,
  );
  return `<mount type="normal"><mount-name>/relayed</mount-name><authentication type="url">${options.join('')}
    <option name="auth_header" value="icecast-auth-user: 1"/></authentication></mount>`;
};
