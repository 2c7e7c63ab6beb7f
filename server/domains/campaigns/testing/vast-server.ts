import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An ad server on loopback, at `address`: answers that tests set by path (null for none at all), and every call that it got. */
export const vastServer = async (address = '127.0.0.1') => {
  const calls: { path: string; headers: IncomingHttpHeaders }[] = [];
  const answers = new Map<string, string | Buffer | number | { location: string } | null>();
  let watching: ((calls: number) => void) | undefined;
  const server = createServer((request, reply) => {
    const path = request.url ?? '';
    calls.push({ path, headers: request.headers });
    watching?.(calls.length);
    const answer = answers.get(path.split('?')[0]!);
    if (answer === null) return;
    if (typeof answer === 'object' && 'location' in answer) return void reply.writeHead(302, answer).end();
    if (typeof answer === 'number') return void reply.writeHead(answer).end();
    if (answer === undefined) return void reply.writeHead(path.startsWith('/track') ? 204 : 404).end();
    reply.writeHead(200, { 'content-type': typeof answer === 'string' ? 'application/xml' : 'audio/mpeg' }).end(answer);
  });
  await new Promise<void>((listening) => server.listen(0, address, listening));
  const url = `http://${address}:${String((server.address() as AddressInfo).port)}`;
  return {
    url,
    calls,
    answers,
    /** Called within each call, before it is answered. */
    watch: (watch: typeof watching) => (watching = watch),
    /** How often each of the paths that begin so was called. */
    counts: (start: string): Record<string, number> => {
      const counts: Record<string, number> = {};
      for (const { path } of calls.filter((one) => one.path.startsWith(start))) counts[path] = (counts[path] ?? 0) + 1;
      return counts;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
export type VastServer = Awaited<ReturnType<typeof vastServer>>;

type Written = { url: string; id?: string; duration?: string; media?: string; name: string };

const cdata = (text: string): string => `<![CDATA[${text}]]>`;
const events = (url: string, name: string): string =>
  ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete', 'mute']
    .map((event) => `<Tracking event="${event}">${cdata(`${url}/track/${name}/${event}`)}</Tracking>`)
    .join('');
const reported = (url: string, name: string): string =>
  `<Error>${cdata(`${url}/error/${name}?code=[ERRORCODE]`)}</Error>
   <Impression>${cdata(`${url}/track/${name}/impression`)}</Impression>`;

/** An answer with a spot. */
export const inlineVast = ({ url, name, id = 'spot-1', duration = '00:00:20', media = `${url}/spot.mp3` }: Written) =>
  `<?xml version="1.0" encoding="UTF-8"?><VAST version="4.2" xmlns="http://www.iab.com/VAST"><Ad id="1" adType="audio"><InLine>
    <AdSystem>Test</AdSystem><AdTitle>Bread &amp; butter</AdTitle>${reported(url, name)}
    <Creatives><Creative id="c"><UniversalAdId idRegistry="ad-id.org">${id}</UniversalAdId><Linear>
      <Duration>${duration}</Duration><TrackingEvents>${events(url, name)}</TrackingEvents>
      <MediaFiles><MediaFile delivery="progressive" type="audio/mpeg" bitrate="64">${cdata(`${media}?low`)}</MediaFile>
        <MediaFile delivery="progressive" type="audio/mpeg" bitrate="128">${cdata(media)}</MediaFile>
        <MediaFile delivery="progressive" type="video/mp4" bitrate="900">${cdata(`${url}/film.mp4`)}</MediaFile></MediaFiles>
    </Linear></Creative></Creatives></InLine></Ad></VAST>`;

/** An answer that refers to another ad server. */
export const wrapperVast = ({ url, name }: Pick<Written, 'url' | 'name'>, to: string): string =>
  `<VAST version="3.0"><Ad><Wrapper><AdSystem>Test</AdSystem>${reported(url, name)}
    <VASTAdTagURI>${cdata(to)}</VASTAdTagURI>
    <Creatives><Creative><Linear><TrackingEvents>${events(url, name)}</TrackingEvents></Linear></Creative></Creatives>
  </Wrapper></Ad></VAST>`;
