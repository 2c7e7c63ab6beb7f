/*
 * The service worker of one station's page: it stores the page with its scripts and styles, and answers with them where
 * there is no network. It never touches sound, or anything but these.
 */

type Fetch = Event & { request: Request; respondWith(reply: Promise<Response>): void };
type Life = Event & { waitUntil(done: Promise<unknown>): void };
type Worker = {
  registration: { scope: string };
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Life) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetch) => void): void;
};

const worker = globalThis as unknown as Worker;
const page = new URL(worker.registration.scope).pathname;
const store = `page ${page}`;
const mostStored = 20;

/** The newest page, or the stored one without a network. */
const newest = async (request: Request): Promise<Response> => {
  const cache = await caches.open(store);
  try {
    const reply = await fetch(request);
    if (reply.ok) await cache.put(page, reply.clone());
    return reply;
  } catch (error) {
    const stored = await cache.match(page);
    if (stored) return stored;
    throw error;
  }
};

/** A script or style: its URL changes with its content. */
const stored = async (request: Request): Promise<Response> => {
  const cache = await caches.open(store);
  const known = await cache.match(request);
  if (known) return known;
  const reply = await fetch(request);
  if (!reply.ok) return reply;
  const keys = await cache.keys();
  if (keys.length >= mostStored && keys[0]) await cache.delete(keys[0]);
  await cache.put(request, reply.clone());
  return reply;
};

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate' && pathname === page) event.respondWith(newest(request));
  else if (pathname.startsWith('/embed/assets/')) event.respondWith(stored(request));
});
