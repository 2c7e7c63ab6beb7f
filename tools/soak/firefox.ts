import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The page of a Firefox, controlled by WebDriver BiDi. */
export type Firefox = {
  /** Opens a page, and waits until it is loaded. */
  open(url: string): Promise<void>;
  /** The value of an expression in the page, as if a user had acted. */
  evaluate(expression: string): Promise<unknown>;
  /** Requests to the origin fail, unless their path begins with `but`. */
  refuse(origin: string, but: string): Promise<void>;
  stop(): void;
};

const settings = {
  'media.autoplay.default': 0,
  'media.autoplay.blocking_policy': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.enabled': false,
};

/** Starts Firefox with a sound card that discards what it plays; needs the Debian packages firefox-esr and pulseaudio. */
export const startFirefox = async (): Promise<Firefox> => {
  for (const program of ['firefox-esr', 'pulseaudio'])
    if (spawnSync(program, ['--version']).status !== 0) throw new Error(`${program} is not installed.`);
  const folder = mkdtempSync(join(tmpdir(), 'skywave-firefox-'));
  const profile = join(folder, 'profile');
  const sound = startSound(folder);
  const lines = Object.entries(settings).map(([name, value]) => `user_pref("${name}", ${value});`);
  mkdirSync(profile);
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const child = spawn('firefox-esr', args, {
    env: { PATH: process.env['PATH'], HOME: folder, PULSE_SERVER: sound.server },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const address = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (text: Buffer) => {
      const found = /WebDriver BiDi listening on (\S+)/.exec(text.toString())?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error('Firefox ended before it was ready.')));
  });
  const { send, on } = await connect(`${address}/session`);
  await send('session.new', { capabilities: {} });
  const { contexts } = (await send('browsingContext.getTree', {})) as { contexts: { context: string }[] };
  const { context } = contexts[0]!;
  return {
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    async evaluate(expression) {
      const target = { target: { context }, awaitPromise: true, userActivation: true };
      const reply = (await send('script.evaluate', { expression, ...target })) as Evaluated;
      if (reply.type !== 'success') throw new Error(reply.exceptionDetails.text);
      return reply.result.value;
    },
    async refuse(origin, but) {
      const { hostname, port } = new URL(origin);
      await send('session.subscribe', { events: ['network.beforeRequestSent'] });
      const urlPatterns = [{ type: 'pattern', protocol: 'http', hostname, port }];
      await send('network.addIntercept', { phases: ['beforeRequestSent'], urlPatterns });
      on((event) => {
        const { isBlocked, request } = event.params as {
          isBlocked?: boolean;
          request: { request: string; url: string };
        };
        if (event.method !== 'network.beforeRequestSent' || isBlocked !== true) return;
        const isAllowed = new URL(request.url).pathname.startsWith(but);
        const answer = isAllowed ? 'network.continueRequest' : 'network.failRequest';
        // The page may have given the request up meanwhile.
        send(answer, { request: request.request }).catch(() => undefined);
      });
    },
    stop() {
      child.kill('SIGKILL');
      sound.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
};

type Evaluated =
  | { type: 'success'; result: { value?: unknown } }
  | { type: 'exception'; exceptionDetails: { text: string } };

const startSound = (folder: string): { server: string; stop(): void } => {
  const socket = join(folder, 'sound');
  const modules = [`module-native-protocol-unix socket=${socket} auth-anonymous=1`, 'module-null-sink'];
  const args = ['-n', '--daemonize=no', '--exit-idle-time=-1', '--use-pid-file=no'];
  const child = spawn('pulseaudio', [...args, ...modules.map((one) => `--load=${one}`)], {
    env: { PATH: process.env['PATH'], HOME: folder, XDG_RUNTIME_DIR: folder },
    stdio: 'ignore',
  });
  return { server: `unix:${socket}`, stop: () => void child.kill('SIGKILL') };
};

type Event = { method: string; params: unknown };
type Message = Event | { id: number; type: 'success' | 'error'; message?: string; result?: unknown };

const connect = async (url: string) => {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`Firefox does not answer at ${url}.`)));
  });
  const waiting = new Map<number, (message: Extract<Message, { id: number }>) => void>();
  const listeners: ((event: Event) => void)[] = [];
  let asked = 0;
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if ('method' in message) for (const listen of listeners) listen(message);
    else waiting.get(message.id)?.(message);
  });
  const send = (method: string, params: object): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++asked;
      waiting.set(id, ({ type, message, result }) => {
        waiting.delete(id);
        if (type === 'error') reject(new Error(`${method}: ${message}`));
        else resolve(result);
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
  return { send, on: (listen: (event: Event) => void) => void listeners.push(listen) };
};
