import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './product.ts';

const program = 'icecast2';

/** Whether Debian's Icecast is installed. */
export const hasIcecast = spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

const nobody = 65_534;

/** A stock Icecast with `settings` in its icecast.xml; it answers at `url` until it is stopped. */
export const startIcecast = async (settings: string): Promise<{ url: string; stop(): Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'icecast-'));
  await chmod(folder, 0o777);
  const port = await freePort();
  const config = join(folder, 'icecast.xml');
  await writeFile(config, configXml(folder, port, settings));
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const child = spawn(program, ['-c', config], {
    stdio: 'ignore',
    ...(isRoot && { uid: nobody, gid: nobody }),
  });
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const configXml = (folder: string, port: number, settings: string): string => `<icecast>
<authentication><source-password>x</source-password><admin-user>admin</admin-user><admin-password>x</admin-password></authentication>
<hostname>localhost</hostname>
<listen-socket><port>${port}</port><bind-address>127.0.0.1</bind-address></listen-socket>
${settings}
<paths><basedir>${folder}</basedir><logdir>${folder}</logdir><webroot>/usr/share/icecast2/web</webroot><adminroot>/usr/share/icecast2/admin</adminroot></paths>
<logging><accesslog>access.log</accesslog><errorlog>error.log</errorlog><loglevel>3</loglevel></logging>
<security><chroot>0</chroot></security>
</icecast>
`;
