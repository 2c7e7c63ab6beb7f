import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { pause } from './process-figures.ts';
import { freePort, start } from './programs.ts';

/** Stock nginx with sendfile, on the loopback: `/feed` (also precompressed) and `/episode.mp3` from a folder. */
export const startNginx = async (
  folder: string,
  { feed, zipped, episode, workers }: { feed: Buffer; zipped: Buffer; episode: string; workers: number },
): Promise<{ child: ChildProcess & { pid: number }; port: number }> => {
  const port = await freePort();
  const home = join(folder, 'nginx');
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'feed'), feed);
  writeFileSync(join(home, 'feed.gz'), zipped);
  const asRoot = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    join(home, 'nginx.conf'),
    `${asRoot}
daemon off; pid ${home}/nginx.pid; error_log ${home}/error.log; worker_processes ${workers};
events { worker_connections 4096; }
http {
  access_log ${home}/access.log; sendfile on; tcp_nopush on; keepalive_requests 1000000000; gzip_static on;
  client_body_temp_path ${home}/body; proxy_temp_path ${home}/proxy; fastcgi_temp_path ${home}/fastcgi;
  uwsgi_temp_path ${home}/uwsgi; scgi_temp_path ${home}/scgi;
  server {
    listen 127.0.0.1:${port};
    location = /feed { root ${home}; default_type application/rss+xml; }
    location = /episode.mp3 { alias ${episode}; default_type audio/mpeg; gzip_static off; }
  }
}\n`,
  );
  const child = start(['nginx', '-p', home, '-c', join(home, 'nginx.conf')]);
  for (let tries = 0; tries < 100; tries++) {
    const reply = await fetch(`http://127.0.0.1:${port}/feed`).catch(() => undefined);
    await reply?.body?.cancel();
    if (reply?.ok) return { child, port };
    await pause(50);
  }
  throw new Error('nginx does not answer.');
};
