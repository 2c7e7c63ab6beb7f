import type { AccountKey } from '#contract/rules/keys.ts';
import { newBlock, type SiteBlock } from '#contract/api/site-blocks.ts';
import { sites } from '#contract/api/sites.ts';
import type { CreatedStation } from './create-stations.ts';
import { draw } from './drawing.ts';
import type { PortalClient } from './portal-client.ts';

/** Publishes a microsite of two pages for each account that has none. */
export const createSites = async (
  call: PortalClient,
  staged: readonly CreatedStation[],
  log: (line: string) => void,
): Promise<void> => {
  for (const [account, own] of Map.groupBy(staged, (at) => at.account)) {
    const site = await createOf(call, account, own);
    if (site !== undefined) log(`Microsite: ${site}`);
  }
};

const createOf = async (
  call: PortalClient,
  account: AccountKey,
  staged: readonly CreatedStation[],
): Promise<string | undefined> => {
  const params = { id: account };
  const { revision, slug, draft } = await call(sites.get, { params });
  const [first] = staged;
  if (revision > 0 || !first) return undefined;
  const cover = await call(sites.addImage, { params, file: await draw('post', [1600, 900], [205, 250]) });
  const home = draft.pages[0]!;
  const rows = programme.map(([day, from, to, title]) => ({ day, from, to, title, podcast: '' }));
  const added: SiteBlock[] = [
    { ...newBlock('schedule', 'programme'), rows } as SiteBlock,
    {
      ...newBlock('links', 'links'),
      title: 'Support us',
      items: [
        { label: 'Become a friend', url: 'https://friends.example' },
        { label: 'Newsletter', url: 'https://news.example' },
      ],
    } as SiteBlock,
    newBlock('partners', 'partners'),
  ];
  const about: SiteBlock[] = [
    { ...newBlock('text', 'story'), html: story } as SiteBlock,
    newBlock('people', 'people'),
    {
      ...newBlock('contact', 'contact'),
      ...{ email: 'studio@harbour.example', phone: '+49 30 123456', address: 'Pier 4\n10115 Berlin' },
    } as SiteBlock,
  ];
  const saved = await call(sites.save, {
    params,
    body: {
      ...{ revision, slug },
      draft: {
        ...draft,
        theme: { ...draft.theme, accent: '#0b7285', cover: cover.name },
        pages: [
          { ...home, blocks: [...home.blocks, ...added] },
          { path: 'about', title: 'About us', blocks: about },
        ],
      },
    },
  });
  return (await call(sites.publish, { params, body: { revision: saved.revision } })).url;
};

const programme: readonly [day: number, from: string, to: string, title: string][] = [
  [1, '06:00', '10:00', 'Breakfast at the pier'],
  [1, '18:00', '20:00', 'Evening tide'],
  [3, '20:00', '22:00', 'Vinyl harbour'],
  [6, '10:00', '14:00', 'Market day'],
  [7, '19:00', '21:00', 'Songs of the sea'],
];

const story =
  '<h2>From a boat shed to the whole coast</h2><p>We began with one microphone and a borrowed transmitter. Today ' +
  'forty volunteers make radio for everyone who lives by the water.</p><ul><li>Local news every hour</li>' +
  '<li>No jingles during the shipping forecast</li></ul>';
