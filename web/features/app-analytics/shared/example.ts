type Given = { url: string; key: string; station: string; platform: 'ios' | 'android' };

/** How an application reports, as docs/app-events.md has it: it runs as it is in web views, React Native and Node. */
export const exampleFor = ({ url, key, station, platform }: Given): string => `const url = '${url}/ingest/app/${key}';
const headers = { 'content-type': 'application/json' };
let [waiting, session, listener, timer] = [[]];

const tell = (type) => {
  const [id, at] = [crypto.randomUUID(), new Date().toISOString()];
  waiting.push({ id, type, session, listener, at, station: '${station}', platform: '${platform}' });
};
const send = async () => {
  const events = waiting.slice(0, 500);
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ events }) }).catch(() => undefined);
  if (reply?.ok) waiting = waiting.filter((event) => !events.includes(event));
};
const report = (type) => (tell(type), send());
// Call this when playing begins, with an id that your app keeps for its installation …
const onPlay = (installation) => {
  [session, listener] = [crypto.randomUUID(), installation];
  timer = setInterval(report, 30_000, 'heartbeat');
  return report('start');
};
// … and this when it ends.
const onStop = () => (clearInterval(timer), report('end'));`;
