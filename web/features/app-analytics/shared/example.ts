type ExampleValues = { url: string; key: string; station: string; platform: 'ios' | 'android' };

/** Example code for sending app events, as in docs/app-events.md; it runs unchanged in web views, React Native and Node. */
export const exampleFor = ({
  url,
  key,
  station,
  platform,
}: ExampleValues): string => `const url = '${url}/ingest/app/${key}';
const headers = { 'content-type': 'application/json' };
let [queue, session, listener, timer] = [[]];

const add = (type) => {
  const [id, at] = [crypto.randomUUID(), new Date().toISOString()];
  queue.push({ id, type, session, listener, at, station: '${station}', platform: '${platform}' });
};
const send = async () => {
  const events = queue.slice(0, 500);
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ events }) }).catch(() => undefined);
  if (reply?.ok) queue = queue.filter((event) => !events.includes(event));
};
const report = (type) => (add(type), send());
// Call this when playback starts, with an id that your app stores once per installation …
const onPlay = (installation) => {
  [session, listener] = [crypto.randomUUID(), installation];
  timer = setInterval(report, 30_000, 'heartbeat');
  return report('start');
};
// … and this when it stops.
const onStop = () => (clearInterval(timer), report('end'));`;
