import type { Station } from '#contract/stations.ts';

type Named = Pick<Station, 'name' | 'streamname'>;

/** HTML of a player of the stream for any website; it needs nothing but the browser's own player. */
export const playerCode = ({ name }: Named, streamUrl: string): string =>
  `<audio controls preload="none" src="${escaped(streamUrl)}" title="${escaped(name)}"></audio>`;

/** HTML that shows what the station plays, as it changes; `origin` is the portal's address. */
export const nowPlayingCode = ({ streamname, name }: Named, origin: string): string =>
  [
    `<p id="now-${streamname}">${escaped(name)}</p>`,
    '<script>',
    `  new EventSource("${origin}/live/${streamname}/events").addEventListener("playing", ({ data }) => {`,
    '    const { title, name } = JSON.parse(data);',
    `    document.getElementById("now-${streamname}").textContent = title || name;`,
    '  });',
    '</script>',
  ].join('\n');

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);
