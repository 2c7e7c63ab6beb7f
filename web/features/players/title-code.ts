import type { Station } from '#contract/api/stations.ts';

type Named = Pick<Station, 'name' | 'streamname'>;

/** HTML that shows the station's current title and updates it; `origin` is the portal's origin. */
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

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
